//! A disk of one's own for tests that judge device traffic: zram with ext4 on it, taken down when the test ends, however it
//! ends. Nobody else uses it, so the machine may be as busy as it likes.
#![allow(dead_code, unused_imports, clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Output, Stdio};

use fiord_judge::Verdict;
use fiord_judge::case::Case;
use fiord_judge::verdict::{Disturbance, Measured};
use fiord_record::RunRecord;
pub(crate) use fiord_testbed::{Mounted, Throttle, ThrottleLimit, Zram, skip};
use serde_json::Value;

use crate::consistency;

/// A mounted file system on a zram of its own.
pub(crate) struct Bed {
    mounted: Mounted,
    pub(crate) zram: Zram,
}

impl Bed {
    pub(crate) fn new(mib: u64) -> Result<Self, String> {
        let zram = Zram::new(mib)?;
        let mounted = Mounted::quiet_ext4(zram.device().to_str().unwrap())?;
        Ok(Bed { mounted, zram })
    }

    /// A bed, or the reason why there is none is told.
    pub(crate) fn or_skip(mib: u64) -> Option<Self> {
        Bed::new(mib).map_err(|reason| skip("zram", &reason)).ok()
    }

    pub(crate) fn path(&self) -> &Path {
        self.mounted.path()
    }

    /// A file of `mib` MiB that does not compress, on the disk and not in the page cache.
    pub(crate) fn file(&self, name: &str, mib: usize) -> PathBuf {
        let path = self.path().join(name);
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let mut bytes = Vec::with_capacity(mib << 20);
        while bytes.len() < mib << 20 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            bytes.extend_from_slice(&(state ^ (state >> 29)).to_le_bytes());
        }
        fs::write(&path, bytes).unwrap();
        let file = fs::File::open(&path).unwrap();
        file.sync_all().unwrap();
        rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed).unwrap();
        path
    }
}

/// `fiord …` in a folder, for lines of any length.
pub(crate) fn fiord(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fiord"))
        .args(args)
        .current_dir(folder)
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// `fiord run …` in a folder.
pub(crate) fn fiord_run(folder: &Path, args: &[&str]) -> Output {
    fiord(folder, &[&["run"], args].concat())
}

/// `fiord …` in a folder that has its own store.
pub(crate) fn storing(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fiord"));
    command
        .args(args)
        .current_dir(folder)
        .env("FIORD_STORE", folder.join("store.sqlite"))
        .env_remove("COLUMNS")
        .stdin(Stdio::null());
    command
}

/// Undoes that hang-ups are ignored, as they are in a CI that was started with `nohup`.
pub(crate) fn hears_hangups(command: &mut Command) -> &mut Command {
    // SAFETY: between fork and exec only signal(2) is called, which is async-signal-safe.
    unsafe {
        command.pre_exec(|| {
            libc::signal(libc::SIGHUP, libc::SIG_DFL);
            Ok(())
        })
    }
}

/// What the command does with this on its standard input.
pub(crate) fn with_input(command: &mut Command, input: &[u8]) -> Output {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    // A reader that has had enough closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// What a program says on standard error up to a line with these words, and the rest of its standard error.
pub(crate) fn said_until(child: &mut Child, words: &str) -> (BufReader<ChildStderr>, String) {
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut all = String::new();
    while !all.contains(words) && said.read_line(&mut all).unwrap() > 0 {}
    (said, all)
}

/// What a program wrote.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The native document of `fiord run --json …`, see [`document_in`].
pub(crate) fn document(folder: &Path, args: &[&str]) -> Value {
    let mut all = vec!["--json"];
    all.extend_from_slice(args);
    document_in(&fiord_run(folder, &all))
}

/// The native document that `fiord run --json …` wrote, whose findings agree with its record.
pub(crate) fn document_in(output: &Output) -> Value {
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    if document["record"].is_object() {
        let record: RunRecord = serde_json::from_value(document["record"].clone()).unwrap();
        consistency::verdict(&Case::of(&record));
    }
    document
}

/// The findings of one rule.
pub(crate) fn findings<'a>(document: &'a Value, rule: &str) -> Vec<&'a Value> {
    document["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["rule"] == rule)
        .collect()
}

/// The only finding of a rule, which must be there.
pub(crate) fn finding<'a>(document: &'a Value, rule: &str) -> &'a Value {
    let found = findings(document, rule);
    assert_eq!(found.len(), 1, "{rule} in {:#}", document["findings"]);
    found[0]
}

/// That nothing of these rules was found.
pub(crate) fn clean_of(document: &Value, rules: &[&str]) {
    for rule in rules {
        assert!(
            findings(document, rule).is_empty(),
            "{rule} in {:#}",
            document["findings"]
        );
    }
}

/// A number of a finding.
pub(crate) fn number(finding: &Value, name: &str) -> f64 {
    finding["values"][name]
        .as_f64()
        .unwrap_or_else(|| panic!("{name} in {finding:#}"))
}

/// That the answer begins so, apart from other load on the machine of the test.
#[track_caller]
pub(crate) fn assert_measured(document: &Value, expected: &str) {
    let line = document["verdict"]["line"].as_str().unwrap();
    let quiet = match (line.find(", disturbed ("), expected.contains("disturbed")) {
        (Some(from), false) => {
            let rest = &line[from + ", disturbed ".len()..];
            let to = rest.find(')').unwrap() + 1;
            format!("{}{}", &line[..from], &rest[to..])
        }
        _ => line.to_owned(),
    };
    assert!(quiet.starts_with(expected), "{line}");
}

/// The verdict over the record of a native document.
pub(crate) fn verdict(document: &Value) -> Verdict {
    let record: RunRecord = serde_json::from_value(document["record"].clone()).unwrap();
    fiord_judge::verdict::verdict(&Case::of(&record))
}

/// The trap whose finding says what was measured instead of the disk, and the jobs that it is about; none of them: all jobs.
pub(crate) fn instead(document: &Value) -> Option<(String, Vec<String>)> {
    match verdict(document).measured {
        Measured::Instead { trap, whose, .. } => {
            let jobs = whose.map(|whose| whose.jobs).unwrap_or_default();
            Some((trap.name().to_owned(), jobs))
        }
        _ => None,
    }
}

/// That the disk was measured, and that the traps that disturbed the run include this one.
#[track_caller]
pub(crate) fn assert_disturbed(document: &Value, rule: &str) {
    let measured = verdict(document).measured;
    let is_of_rule = |one: &Disturbance| one.trap.name() == rule;
    assert!(
        matches!(&measured, Measured::Disk { disturbed, .. } if disturbed.iter().any(is_of_rule)),
        "{measured:?}"
    );
}
