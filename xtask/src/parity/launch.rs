//! Runs one case in one program and gathers what can be compared.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Seek};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::Value;

use super::case::ParityCase;

/// After this long a program is ended. The longest case takes 20 s.
const LONGEST: Duration = Duration::from_secs(60);

/// The same of a random job, which takes well below a second on an idle machine.
const LONGEST_RANDOM: Duration = Duration::from_secs(30);

/// What a program did with a case.
pub(crate) struct ProgramRun {
    /// Exit code; -1 after a signal.
    pub(crate) code: i32,
    /// It did not end in time and was killed.
    pub(crate) hung: bool,
    /// A signal killed it, or one of its jobs: what it left and printed says nothing.
    pub(crate) crashed: bool,
    /// The JSON document, if there is one.
    pub(crate) json: Option<Value>,
    /// stdout and stderr, for messages.
    pub(crate) talk: String,
    /// Files left behind: name and size.
    pub(crate) left: BTreeMap<String, u64>,
    /// The lines of the offset logs: direction, length, offset; sorted by file name.
    pub(crate) offsets: Vec<(String, Vec<String>)>,
}

pub(crate) fn launch(program: &Path, case: &ParityCase) -> Result<ProgramRun> {
    let folder = tempfile::Builder::new()
        .prefix("fiord-parity-")
        .tempdir_in(scratch())?;
    for (name, content) in &case.files {
        fs::write(folder.path().join(name), content)?;
    }
    for (name, bytes) in &case.filled {
        let file = fs::File::create(folder.path().join(name))?;
        std::io::copy(&mut std::io::repeat(0xa5).take(*bytes), &mut &file)?;
    }
    let mut command = Command::new(program);
    if case.flags.parse {
        command.arg("--parse-only");
    } else {
        command.args(["--output-format=json+", "--output=out.json", "--eta=never"]);
    }
    let name = if program.ends_with("fio") { "fio" } else { "fiord" };
    // Into a file: fio's jobs are processes of their own, and one that outlives fio would hold a pipe open for ever.
    let mut said = tempfile::tempfile()?;
    let child = command
        .args(&case.args)
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(said.try_clone()?)
        .stderr(said.try_clone()?)
        .spawn()
        .with_context(|| format!("{name} could not be started"))?;
    let ended = wait(
        child,
        if case.flags.random {
            LONGEST_RANDOM
        } else {
            LONGEST
        },
    )?;
    if ended.is_none() {
        kill_all_in(folder.path());
    }
    let mut talk = Vec::new();
    said.rewind()?;
    said.read_to_end(&mut talk)?;
    let text = fs::read_to_string(folder.path().join("out.json")).unwrap_or_default();
    // fio writes its notes before the document.
    let json = text
        .find("\n{\n")
        .map(|at| at + 1)
        .or_else(|| text.starts_with('{').then_some(0))
        .and_then(|at| serde_json::from_str(&text[at..]).ok());
    let (left, offsets) = gather(folder.path(), case)?;
    let talk = String::from_utf8_lossy(&talk).into_owned();
    Ok(ProgramRun {
        crashed: ended.is_some_and(|status| status.signal().is_some()) || talk.contains("got signal="),
        code: ended.and_then(|status| status.code()).unwrap_or(-1),
        hung: ended.is_none(),
        json,
        talk,
        left,
        offsets,
    })
}

/// Files that a case left: names and sizes, and the lines of its offset logs.
type Left = (BTreeMap<String, u64>, Vec<(String, Vec<String>)>);

fn gather(folder: &Path, case: &ParityCase) -> Result<Left> {
    let mut left = BTreeMap::new();
    let mut offsets = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let file = entry.file_name().to_string_lossy().into_owned();
        if file == "out.json" || case.files.iter().any(|(name, _)| *name == file) {
            continue;
        }
        if case.flags.offsets && file.contains("_bw.") && file.ends_with(".log") {
            offsets.push((file.clone(), places(&fs::read_to_string(entry.path())?)));
        }
        // How long latencies are as text, and how well they compress, is theirs.
        if file.ends_with(".log") || file.ends_with(".log.fz") {
            left.insert(file, 0);
            continue;
        }
        // FIO-DIFF(verify-state): fio also stores one for jobs that write nothing, ours has one each second; tests of
        // their own compare what is in them.
        if entry.path().is_file() && !file.ends_with("-verify.state") {
            left.insert(file, entry.metadata()?.len());
        }
    }
    offsets.sort();
    Ok((left, offsets))
}

/// Waits at most this long; kills what has not ended by then.
fn wait(mut child: Child, longest: Duration) -> Result<Option<ExitStatus>> {
    let started = Instant::now();
    let mut pause = Duration::from_millis(2);
    while started.elapsed() < longest {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// Kills the processes whose working directory is `folder`: fio's jobs leave its process group.
fn kill_all_in(folder: &Path) {
    let Ok(processes) = fs::read_dir("/proc") else {
        return;
    };
    for process in processes.flatten() {
        if fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd == folder) {
            let _ = Command::new("kill")
                .arg("-KILL")
                .arg(process.file_name())
                .status();
        }
    }
}

/// Direction, length and offset of each line of an unaveraged log; time and value are not comparable.
fn places(log: &str) -> Vec<String> {
    log.lines()
        .map(|line| {
            let mut columns = line.split(',').map(str::trim).skip(2);
            let mut next = || columns.next().unwrap_or_default().to_owned();
            format!("ddir {} bytes {} offset {}", next(), next(), next())
        })
        .collect()
}

/// A real file system: O_DIRECT and allocation must work as they do for users.
fn scratch() -> std::path::PathBuf {
    let target = Path::new("target");
    let _ = fs::create_dir_all(target);
    target.canonicalize().unwrap_or_else(|_| std::env::temp_dir())
}
