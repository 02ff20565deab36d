//! The installed fio as oracle: each text is accepted or refused by both. Needs fio 3.33; elsewhere the table of options differs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]

use crate::desk;

use std::path::Path;
use std::process::{Command, Stdio};

use fiord_job::invocation::{Parsed, parse};
use fiord_job::surroundings::Surroundings;
use fiord_messages::Lang;

/// Reads as the binary does, from this directory and this environment.
fn read(args: &[String], directory: &Path) -> Parsed {
    let world = Surroundings {
        file: |_, _| Err(fiord_messages::Sentence::verbatim("nothing is opened")),
        read: &|path| {
            std::fs::read_to_string(directory.join(path))
                .map_err(|error| fiord_messages::Sentence::from(&error))
        },
        env: &|name| (name == "ORACLE_BS").then(|| "4k".to_owned()),
        cpus: desk::MACHINE.ncpus,
        machine: desk::MACHINE,
    };
    parse(args, &world)
}

fn fio_accepts(args: &[String], directory: &Path) -> (bool, String) {
    let output = Command::new("fio")
        .args(args)
        .current_dir(directory)
        .env("ORACLE_BS", "4k")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (
        output.status.success(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// What the two say about one command, if it differs.
fn disagreement(args: &[String], directory: &Path) -> Option<String> {
    let args: Vec<String> = std::iter::once("--parse-only".to_owned())
        .chain(args.iter().cloned())
        .collect();
    let ours = read(&args, directory);
    let (accepted, stderr) = fio_accepts(&args, directory);
    if ours.failed() != accepted {
        return None;
    }
    let said: String = ours
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.render(&ours.sources, "fiord", Lang::En))
        .collect();
    Some(format!(
        "{args:?}\n  fio accepts: {accepted}; it says: {stderr}\n  fiord accepts: {}; it says: {said}",
        !ours.failed()
    ))
}

fn agree_on_lines(lines: &[&str]) {
    if !fiord_testbed::fio() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(
        directory.path().join("good.fio"),
        "[global]\nbs=8k\n[a]\nrw=write\n[b]\n",
    )
    .unwrap();
    std::fs::write(
        directory.path().join("bad.fio"),
        "[a]\nfrobnicate=1\n[b]\nbs=4k\n",
    )
    .unwrap();
    // fio takes a tenth of a second of a CPU to start.
    let wrong: Vec<_> = lines
        .iter()
        .step_by(fiord_testbed::every(2))
        .filter_map(|line| disagreement(&desk::words(line), directory.path()))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        lines.len(),
        wrong.join("\n")
    );
}

fn agree_on_files(texts: &[&str]) {
    if !fiord_testbed::fio() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("x.inc"), "rw=write\ninclude y.inc\n").unwrap();
    std::fs::write(directory.path().join("y.inc"), "bs=16k\n").unwrap();
    std::fs::write(directory.path().join("section.inc"), "[z]\nbs=16k\n").unwrap();
    // fio starts slowly and reads each file from a clean start, so it reads those that we accept together; only if it refuses
    // one are they tried one by one.
    let names: Vec<String> = (0..texts.len()).map(|n| format!("{n}.fio")).collect();
    for (name, text) in names.iter().zip(texts) {
        std::fs::write(directory.path().join(name), text).unwrap();
    }
    let ours = |name: &String| read(&["--parse-only".to_owned(), name.clone()], directory.path());
    let (refused, accepted): (Vec<_>, Vec<_>) = names.iter().partition(|name| ours(name).failed());
    let mut together = vec!["--parse-only".to_owned()];
    together.extend(accepted.iter().copied().cloned());
    let doubtful = if fio_accepts(&together, directory.path()).0 {
        Vec::new()
    } else {
        accepted
    };
    let wrong: Vec<_> = refused
        .into_iter()
        .chain(doubtful)
        .filter_map(|name| {
            let text = texts[name.trim_end_matches(".fio").parse::<usize>().unwrap()];
            disagreement(std::slice::from_ref(name), directory.path())
                .map(|wrong| format!("{text:?}\n  {wrong}"))
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        texts.len(),
        wrong.join("\n")
    );
}

#[test]
fn both_accept_every_published_command() {
    if !fiord_testbed::fio() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    // A command that begins with its job's name is the same behind others, so fio, which starts slowly, reads those together.
    let (jobs, others): (Vec<_>, Vec<_>) = desk::published_commands()
        .map(|(_, args)| args)
        .partition(|args| args[0].starts_with("--name="));
    let together: Vec<String> = std::iter::once("--parse-only".to_owned())
        .chain(jobs.concat())
        .collect();
    let (accepted, stderr) = fio_accepts(&together, directory.path());
    assert!(accepted, "{stderr}");
    let refused: Vec<_> = jobs
        .iter()
        .filter(|args| read(args, directory.path()).failed())
        .collect();
    assert!(refused.is_empty(), "fio accepts these: {refused:?}");
    let wrong: Vec<_> = others
        .iter()
        .step_by(fiord_testbed::every(2))
        .filter_map(|args| disagreement(args, directory.path()))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(jobs.len() + others.len(), 230);
}

#[test]
fn both_read_command_lines_alike() {
    agree_on_lines(&[
        "--name=a",
        "-name=a -rw=write",
        "-rw write -name a",
        "--name a --bs 4k",
        "--na a",
        "--nam=a --nam b",
        "--n=a",
        "--name",
        "--name=",
        "--name=a --name=a",
        "--name=global --bs=8k --name=a",
        "--name=globalx --bs=8k",
        "--bs=4k",
        "--name=a --io_siz=1G",
        "--name=a --siz=1G",
        "--name=a --size=1G",
        "--name=a --size=1g --io_limit 2g",
        "--name=a --blocksiz=4k",
        "--name=a --blocks=4k",
        "--name=a --ioengin=null",
        "--name=a --group_rep",
        "--name=a --time_b --runt=5",
        "--thr --name=a",
        "--thread --name=a",
        "--thread 1 --name=a",
        "--name=a --thread=0",
        "--name=a --thread=",
        "--name=a --iodpeth=1",
        "--name=a --zzzzzzzzzzqq=1",
        "--name=a ---bs=4k",
        "--name=a --=4k",
        "--name=a -x",
        "--name=a --bs",
        "--name=a --bs=",
        "--name=a --description=",
        "--name=a --write_bw_log",
        "--name=a --write_bw_log=x",
        "--name=a -- --bs=4k",
        "-- --name=a",
        "-- good.fio",
        "--name=a ''",
        "--hipri --name=a --ioengine=io_uring",
        "--ioengine=io_uring --hipri --name=a",
        "--name=a --ioengine=io_uring --hipr",
        "--name=a --ioengine=io_uring --fixedb --registerf=1 --sqthread_poll_cpu=1",
        "--name=a --ioengine=libaio --userspace_re",
        "--name=a --ioengine=libaio --hipri",
        "--ioengine=libaio --name=a --ioengine=io_uring --hipri --userspace_reap",
        "--ioengine=libaio --name=a --userspace_reap --name=b --userspace_reap",
        "--name=a --ioengine=libaio --name=b --userspace_reap",
        "--name=a --ioengine=pvsync2 --hipri",
        "--name=a --ioengine=sync --hipri",
        "--name=a --iodepth-batch=4",
        "--name=a --output_format=json",
        "--name=a --numjobs=5000",
        "--name=a --direct --rw=write",
        "--name=a --rw=zz",
        "--name=a --bs=foo",
        "--bs=foo",
        "--bs=4k --rw=zz",
        "--readonly --name=a --rw=write",
        "--readonly good.fio",
        "--ioengine=libaio --userspace_reap --name=a --ioengine=psync",
        "--name=a --ioengine=nope",
    ]);
}

#[test]
fn both_read_letters_and_beginnings_of_options_alike() {
    agree_on_lines(&[
        "--readonly=1 --name=a",
        "--readonly --name=a",
        "--minimal --append-terse --name=a",
        "--mini --name=a",
        "-m -F json --name=a",
        "-mr --name=a",
        "-rm --name=a --rw=write",
        "-Fjson --name=a",
        "-Ffoo --name=a",
        "-F",
        "-e",
        "-e never --name=a",
        "-E 1 --name=a",
        "-Enever --name=a",
        "-O 500 --name=a",
        "-O 100ms --name=a",
        "-L 1 --name=a",
        "-P --name=a",
        "-P --name=a --rw=nonsense",
        "-w --name=a",
        "-x a --name=a",
        "-V 5 --name=a",
        "-V 9 --name=a",
        "-j 7 --name=a",
        "-t 1 --name=a",
        "-q --name=a",
        "-Q --name=a",
        "-n a",
        "-f --name=a",
        "-K /tmp --name=a",
        "-ioengine=null --name=a",
        "-b --name=a",
        "--name=a --threads=1",
        "--name=a --block=4k --numruns=2 --dir=x",
        "--name=a --replay_align=3",
        "--name=a --replay_align=0",
        "--name=a --replay_align=4k",
        "--name=a --percentile_list=50:101",
        "--name=a --percentile_list=100.5",
        "--name=a --startdelay=10ms-30ms",
        "--parse --name=a",
        "--parse_only --name=a",
    ]);
}

#[test]
fn both_read_options_of_the_invocation_alike() {
    agree_on_lines(&[
        "--output",
        "--name=a --outp=x",
        "--name=a --output-f=json",
        "--output-format=foo",
        "--output-format=json,foo",
        "--output-format=json,",
        "--output-format=JSON",
        "--output-format=",
        "--output-format=json+,normal --name=a",
        "--terse-version=9",
        "--terse-version=4x",
        "--terse-version=foo",
        "--terse-version=5",
        "--eta=foo --name=a",
        "--eta-n=1 --name=a",
        "--eta-i=1 --name=a",
        "--eta-newline=foo",
        "--eta-newline=500ms --name=a",
        "--eta-interval=100ms",
        "--status-interval=foo",
        "--status-interval=0",
        "--status-interval=30sec",
        "--status-interval=1min",
        "--status-interval=1.5",
        "--status-interval=1h",
        "--status-interval=-1",
        "--max-jobs=0 --name=a",
        "--max-jobs",
        "--idle-prof=foo",
        "--idle-prof=",
        "--idle-prof=percpu",
        "--idle-prof=percpu,foo",
        "--trigger-timeout=foo",
        "--trigger-file=x --trigger=y --trigger-timeout=5s --name=a",
        "--latency-log=foo",
        "--bandwidth-log --name=a",
        "--aux-path=/tmp --name=a",
        "--alloc-size=foo --name=a",
        "--profile=zz",
        "--section=b good.fio",
        "--section=b bad.fio",
        "--section=a bad.fio",
        "--section=nope bad.fio",
        "--section=global good.fio",
        "--section=b --section=global good.fio",
        "good.fio good.fio",
        "good.fio bad.fio",
        "good.fio nofile.fio",
        "--bs=4k good.fio --name=a",
        "--version --bogus",
        "--vers",
        "-v",
        "-h",
        "-ver",
        "--bogus --version",
        "--crctest=foo --bogus",
    ]);
}

#[test]
fn both_read_job_files_alike() {
    agree_on_files(LAYOUT);
    agree_on_files(OPTIONS);
    agree_on_files(EXPANDED);
}

/// Sections, lines and comments.
const LAYOUT: &[&str] = &[
    "",
    "\n\n# c\n",
    "[a]\nbs=4k\n",
    "[a]\nbs=4k",
    "[a]",
    "bs=4k\n[a]\n",
    "[a]\nbs = 4k\n",
    "[a]\nbs= 4k\n",
    "[a]\nbs\t=\t4k\n",
    "[a]\n  bs=4k   \n",
    "[a]\nfilename= foo\n",
    "[a]\nbs=4k ; comment\n",
    "[a]\nbs=4k;comment\n",
    "[a]\nfilename=a#b\n",
    "[ a ]\nbs=4k\n",
    "  [a]\nbs=4k\n",
    "[a] ; x\nbs=4k\n",
    "[a] bs=8k\nbs=4k\n",
    "[a\nbs=4k\n",
    "[]\nbs=4k\n",
    "[\nbs=4k\n",
    "[a]\n[\n",
    "[a]\niodept=4\n",
];

/// Options as a file writes them.
const OPTIONS: &[&str] = &[
    "[a]\nBS=4k\n",
    "[a]\n--bs=4k\n",
    "[a]\nblocksize=4k\n",
    "[a]\nbs\n",
    "[a]\nbs=\n",
    "[a]\ndirect\n",
    "[a]\ndirect=\n",
    "[a]\nthread\nstonewall\n",
    "[a]\nthread=\n",
    "[a]\ndescription=\n",
    "[a]\ndescription\n",
    "[a]\nwrite_bw_log\nwrite_lat_log\n",
    "[global]\nioengine=io_uring\nhipri\n[b]\nioengine=psync\n",
    "[global]\nioengine=libaio\nuserspace_reap\n[b]\nioengine=io_uring\nhipri\n",
    "[a]\nrw = read\n",
    "[a]\nverify = md5\n",
    "[a]\ndirect = 1\n",
    "[a]\nruntime = 10\n",
    "[a]\nsize = 10%\nbs=1\n",
    "[a]\nbsrange = 4k-8k\n",
    "[a]\nbssplit = 4k/50:8k/50\n",
    "[a]\nfallocate = none\n",
    "[a]\nrandom_distribution = zipf:1.1\n",
    "[a]\nkb_base = 1024\n",
    "[a]\nthread = 1\n",
    "[a]\nioengine = psync\n",
    "[a]\nmem = malloc\n",
    "[global]\nbs=foo\n",
    "[a]\n[global]\nbs=foo\n",
    "[a]\nbs=4k rw=read\n",
    "[a]\ndirectory = /tmp\n",
    "[a]\n=4k\n",
    "[a]\n/* x */\n",
    "[a]\nname=b\n",
    "[a]\nbs=4k\nx\n",
    "[a]\r\nbs=4k\r\n",
    "\u{feff}[a]\nbs=4k\n",
    "[global]\nbs=8k\n",
    "[global]\nbs=8k\n[globalfoo]\nrw=write\n[a]\n[GLOBAL]\n",
    "[global]\nfrob=1\n[b]\nbs=4k\n",
    "[a]\nhipri\nioengine=io_uring\n",
    "[a]\nhipri\n",
    "[a]\nhipri\n[b]\nioengine=io_uring\n",
    "[a]\nioengine=io_uring\nioengine=psync\nhipri\n",
    "[a]\nioengine=psync\nhipri\nioengine=io_uring\n",
    "[a]\nhipri\nioengine=pvsync2\n",
    "[global]\nioengine=io_uring\nhipri\n[b]\nfixedbufs\n",
    "[global]\nhipri\n[b]\nioengine=io_uring\n",
    "[a]\nchunk_size=4k\nioengine=null\n",
];

/// Variables, keywords, sums and included files.
const EXPANDED: &[&str] = &[
    "[a]\nbs=${ORACLE_BS}\n",
    "[a]\nbs=${ORACLE_GONE}\n",
    "[a]\nfilename=x${ORACLE_GONE}y\n",
    "[a]\nfilename=${ORACLE_BS\n",
    "[${ORACLE_BS}]\nbs=4k\n",
    "[a]\n${ORACLE_BS}=4k\n",
    "[a]\nbs=$pagesize\n",
    "[a]\nbs=2*$pagesize\n",
    "[a]\nsize=($ncpus+2)*$pagesize\n",
    "[a]\nbs=$pagesize-1k\n",
    "[a]\nsize=$pagesize/0\n",
    "[a]\nsize=$ncpus*0x10\n",
    "[a]\nnumjobs=$ncpus*1.5\n",
    "[a]\nfilename=f.$ncpus.x\n",
    "[a]\nthread$ncpus\n",
    "[a]\n$ncpus\n",
    "[a]\ninclude x.inc\n",
    "[a]\ninclude x.inc ; c\nsize=1m",
    "[a]\n include x.inc\n",
    "[a]\ninclude=x.inc\n",
    "[global]\ninclude x.inc\n[a]\n",
    "include x.inc\n[a]\n",
    "[a]\ninclude section.inc\nsize=1m\n",
];

#[test]
fn both_show_the_same_command() {
    if !fiord_testbed::fio() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("x.inc"), "rw=write\n").unwrap();
    let texts = [
        "[global]\nbs=8k\n[a]\nrw=write\n[b]\nrw=read\n",
        "[globals of all]\nbs=${ORACLE_BS}\n",
        "[a]\nbs = 4k\nfilename=x${ORACLE_GONE}y ; no\n",
        "[a]\nblocksize=4k\nthread\nstonewall\ndirect=1 # no\n",
        "[a]\nioengine=io_uring\nhipri\ninclude x.inc\nfixedbufs=1\n",
        "[ a ]\ndescription=hello world\nexec_prerun=echo a=b\n",
        "[a]\nbssplit=4k/10:8k/90,16k/100\nfilename=\\a\\:b\n[b]",
    ];
    for text in texts {
        std::fs::write(directory.path().join("j.fio"), text).unwrap();
        let output = Command::new("fio")
            .args(["--showcmd", "j.fio"])
            .env("ORACLE_BS", "4k")
            .current_dir(directory.path())
            .output()
            .unwrap();
        let fio = String::from_utf8(output.stdout).unwrap();
        let ours = read(&["--showcmd".to_owned(), "j.fio".to_owned()], directory.path());
        let line = fiord_job::showcmd::command_line("fio", &ours.globals, &ours.files[0]);
        // fio quotes descriptions only.
        let plain = |line: &str| line.replace(['"', '\''], "").trim().to_owned();
        assert_eq!(plain(&line), plain(&fio), "{text:?}");
    }
}
