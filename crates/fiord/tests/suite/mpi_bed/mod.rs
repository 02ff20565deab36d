//! Real MPI for tests: the plugin, built for the MPI that is installed, its launcher, and two hosts that are network namespaces.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use fiord_testbed::{has, nightly, run};
use tempfile::TempDir;

/// An installed MPI.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mpi {
    Open,
    Mpich,
}

impl Mpi {
    pub(crate) const ALL: [Self; 2] = [Self::Open, Self::Mpich];

    /// As tests that skip name it.
    pub(crate) const fn feature(self) -> &'static str {
        match self {
            Self::Open => "openmpi",
            Self::Mpich => "mpich",
        }
    }

    /// Debian has both side by side under such names.
    fn program(self, program: &str) -> String {
        format!("{program}.{}", self.feature())
    }

    /// The plugin for it, built once; or what is missing.
    ///
    /// # Panics
    /// It does not build though everything is there.
    pub(crate) fn plugin(self) -> Result<PathBuf, String> {
        static OPEN: OnceLock<Result<PathBuf, String>> = OnceLock::new();
        static MPICH: OnceLock<Result<PathBuf, String>> = OnceLock::new();
        let built = match self {
            Self::Open => &OPEN,
            Self::Mpich => &MPICH,
        };
        built.get_or_init(|| self.build()).clone()
    }

    fn build(self) -> Result<PathBuf, String> {
        nightly()?;
        for program in ["mpirun", "mpicc"] {
            let program = self.program(program);
            if !has(&program) {
                return Err(format!("{program} is not installed"));
            }
        }
        if run("sh", &["-c", "ls /usr/lib/llvm-*/lib/libclang*.so*"]).is_err() {
            return Err("libclang, which the crate `mpi` is built with, is not installed".to_owned());
        }
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../../plugins/mpi/Cargo.toml");
        let program = Path::new(env!("CARGO_BIN_EXE_fiord"));
        let target = program
            .parent()
            .unwrap()
            .parent()
            .unwrap()
            .join("mpi")
            .join(self.feature());
        let cargo = |args: &[&str]| {
            let mut command = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
            command.args(args).args(["--locked", "--manifest-path", manifest]);
            command.env("MPICC", self.program("mpicc"));
            command.stdin(Stdio::null()).output().unwrap()
        };
        if !cargo(&["fetch"]).status.success() {
            return Err("the crates of the plugin cannot be fetched".to_owned());
        }
        let built = cargo(&["build", "--release", "--target-dir", target.to_str().unwrap()]);
        assert!(
            built.status.success(),
            "{}",
            String::from_utf8_lossy(&built.stderr)
        );
        Ok(target.join("release/libfiord_mpi.so"))
    }

    /// The launcher with so many ranks on this host.
    pub(crate) fn launcher(self, ranks: usize) -> Command {
        let mut command = Command::new(self.program("mpirun"));
        if self == Self::Open {
            command.arg("--oversubscribe");
        }
        self.settled(&mut command);
        command.args(["-np", &ranks.to_string()]);
        command
    }

    /// Settings of both: root may, and waiting ranks leave the processors to others.
    fn settled(self, command: &mut Command) {
        command
            .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
            .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
            .env("FIORD_MPI", self.plugin().unwrap())
            .env_remove("COLUMNS")
            .stdin(Stdio::null());
    }

    /// What a shell reads the rank from.
    pub(crate) const fn rank_variable(self) -> &'static str {
        match self {
            Self::Open => "OMPI_COMM_WORLD_RANK",
            Self::Mpich => "PMI_RANK",
        }
    }
}

/// Two hosts: network namespaces with a link between them, each process there with the host's name.
pub(crate) struct TwoHosts {
    names: [String; 2],
    agent: PathBuf,
    folder: TempDir,
}

impl TwoHosts {
    /// Two hosts; the second one's monotonic clock is ahead by so many seconds.
    pub(crate) fn new(ahead_s: u32) -> Result<Self, String> {
        if !rustix::process::geteuid().is_root() {
            return Err("needs root".to_owned());
        }
        // Several tests have two hosts each, at the same time.
        static MADE: AtomicU32 = AtomicU32::new(0);
        let (pid, number) = (std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let hosts = Self {
            names: ["a", "b"].map(|side| format!("fhost-{pid}-{number}-{side}")),
            agent: PathBuf::new(),
            folder: tempfile::tempdir().unwrap(),
        };
        hosts.link()?;
        hosts.with_agent(ahead_s)
    }

    fn link(&self) -> Result<(), String> {
        let [a, b] = &self.names;
        let ip = |line: &str| run("ip", &line.split(' ').collect::<Vec<_>>());
        for name in [a, b] {
            ip(&format!("netns add {name}"))?;
            ip(&format!("-n {name} link set lo up"))?;
        }
        ip(&format!("-n {a} link add fa type veth peer name fb netns {b}"))?;
        for (name, link, address) in [(a, "fa", ADDRESSES[0]), (b, "fb", ADDRESSES[1])] {
            ip(&format!("-n {name} addr add {address}/24 dev {link}"))?;
            ip(&format!("-n {name} link set {link} up"))?;
        }
        Ok(())
    }

    /// What stands for ssh: it takes the address of a host and a command.
    fn with_agent(mut self, ahead_s: u32) -> Result<Self, String> {
        let [a, b] = &self.names;
        let [first, second] = ADDRESSES;
        let script = format!(
            "#!/bin/sh\n\
             while [ \"${{1#-}}\" != \"$1\" ]; do shift; done\n\
             host=$1; shift\n\
             case $host in {first}) ns={a} name=node-a;; {second}) ns={b} name=node-b ahead='-T --monotonic {ahead_s}';; esac\n\
             exec ip netns exec $ns unshare -u $ahead sh -c \"hostname $name; $*\"\n"
        );
        self.agent = self.folder.path().join("agent");
        let text = self.folder.path().join("agent.text");
        fs::write(&text, script).map_err(|error| error.to_string())?;
        // Another process writes what is executed: `fiord_testbed::reachable_copy` says why.
        let (text, agent) = (text.to_str().unwrap(), self.agent.to_str().unwrap());
        run("install", &["-m", "755", text, agent])?;
        Ok(self)
    }

    /// The launcher with so many ranks on each host. It runs on the first one.
    pub(crate) fn launcher(&self, mpi: Mpi, ranks_of_each: usize) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.names[0], "unshare", "-u", "sh", "-c"]);
        command
            .arg("hostname node-a; exec \"$@\"")
            .arg("sh")
            .arg(mpi.program("mpirun"));
        let [first, second] = ADDRESSES;
        let all = (ranks_of_each * 2).to_string();
        match mpi {
            Mpi::Open => command
                .args(["--oversubscribe", "-np", &all])
                .args([
                    "--host",
                    &format!("{first}:{ranks_of_each},{second}:{ranks_of_each}"),
                ])
                .args(["--mca", "plm_rsh_agent", self.agent.to_str().unwrap()])
                .args([
                    "--mca",
                    "btl",
                    "tcp,self",
                    "--mca",
                    "oob_tcp_if_include",
                    "10.213.77.0/24",
                ])
                .args(["--mca", "btl_tcp_if_include", "10.213.77.0/24", "-x", "FIORD_MPI"]),
            Mpi::Mpich => command
                .args(["-np", &all, "-ppn", &ranks_of_each.to_string()])
                .args(["-hosts", &format!("{first},{second}"), "-launcher", "ssh"])
                .args(["-launcher-exec", self.agent.to_str().unwrap()]),
        };
        mpi.settled(&mut command);
        command
    }
}

/// Of the two hosts.
const ADDRESSES: [&str; 2] = ["10.213.77.1", "10.213.77.2"];

impl Drop for TwoHosts {
    fn drop(&mut self) {
        for name in &self.names {
            // What a failed test left behind keeps the namespace.
            if let Ok(pids) = run("ip", &["netns", "pids", name]) {
                for pid in pids.split_whitespace() {
                    let _ = run("kill", &["-9", pid]);
                }
            }
            let _ = run("ip", &["netns", "del", name]);
        }
    }
}

/// What the launcher's output holds of a document.
pub(crate) fn json_of(output: &Output) -> serde_json::Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| {
        let said = String::from_utf8_lossy(&output.stderr);
        panic!("{error}: {text}\n{said}")
    })
}
