//! What doctor's tests stand on: a loop device of their own over memory, set as badly as the disks of the reports, and a reader of the
//! few words of JSON Schema that our schemas use.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// Says that a test cannot run, or fails it where `FIORD_REQUIRE` names the feature.
pub(crate) fn skip(feature: &str, reason: &str) {
    let required = std::env::var("FIORD_REQUIRE").unwrap_or_default();
    if required.split(',').any(|r| r == feature || r == "all") {
        panic!("{feature} is required: {reason}");
    }
    eprintln!("SKIP {feature}: {reason}");
}

pub(crate) fn run(program: &str, args: &[&str]) -> Result<String, String> {
    let path = std::env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin";
    let out = Command::new(program)
        .args(args)
        .env("PATH", path)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output();
    let out = out.map_err(|e| format!("{program}: {e}"))?;
    match out.status.success() {
        true => Ok(String::from_utf8_lossy(&out.stdout).into_owned()),
        false => Err(format!("{program}: {}", String::from_utf8_lossy(&out.stderr))),
    }
}

/// A folder with a copy of the binary that every user can reach. Another process copies: were the copy open for writing here, a
/// program that another thread starts at that moment would hold it open, and it could not be executed.
pub(crate) fn reachable_binary(binary: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    run("cp", &[binary, folder.path().to_str().unwrap()]).unwrap();
    folder
}

/// The lock that every test of this repository takes while it chooses a loop device.
fn lock() -> File {
    let path = std::env::temp_dir().join("fiord-test-loop.lock");
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path);
    // One that another user made can still be locked.
    let file = file.or_else(|_| File::open(&path)).unwrap();
    rustix::fs::flock(&file, rustix::fs::FlockOperation::LockExclusive).unwrap();
    file
}

/// A loop device over a file in memory: no disk below it, so that nothing but itself can be changed.
pub(crate) struct Disk {
    pub(crate) device: PathBuf,
    pub(crate) name: String,
    pub(crate) folder: tempfile::TempDir,
    before: Vec<(PathBuf, String)>,
}

impl Disk {
    /// Set badly: a scheduler, rotational, a large read-ahead. Says why when it cannot be had.
    pub(crate) fn new() -> Option<Disk> {
        let made = Disk::make();
        made.map_err(|reason| skip("loop", &reason)).ok()
    }

    fn make() -> Result<Disk, String> {
        if !rustix::process::geteuid().is_root() {
            return Err("needs root".to_owned());
        }
        let folder = tempfile::tempdir_in("/dev/shm").map_err(|e| e.to_string())?;
        let image = folder.path().join("image");
        File::create(&image).unwrap().set_len(8 << 20).unwrap();
        let device = {
            let _lock = lock();
            PathBuf::from(run("losetup", &["--find", "--show", image.to_str().unwrap()])?.trim())
        };
        let name = device.file_name().unwrap().to_string_lossy().into_owned();
        let mut disk = Disk {
            device,
            name,
            folder,
            before: Vec::new(),
        };
        // Loop devices keep their settings when they are detached: the next user shall find them as they were.
        for (attribute, value) in [
            ("scheduler", "mq-deadline"),
            ("rotational", "1"),
            ("read_ahead_kb", "4096"),
            ("nomerges", "0"),
        ] {
            let path = disk.queue(attribute);
            disk.before
                .push((path.clone(), chosen(&fs::read_to_string(&path).unwrap())));
            fs::write(&path, value).map_err(|e| format!("{}: {e}", path.display()))?;
        }
        Ok(disk)
    }

    pub(crate) fn path(&self) -> &str {
        self.device.to_str().unwrap()
    }

    pub(crate) fn journal(&self) -> PathBuf {
        self.folder.path().join("undo")
    }

    pub(crate) fn queue(&self, attribute: &str) -> PathBuf {
        Path::new("/sys/block")
            .join(&self.name)
            .join("queue")
            .join(attribute)
    }

    /// The value of an attribute, of a choice the chosen one.
    pub(crate) fn value(&self, attribute: &str) -> String {
        chosen(&fs::read_to_string(self.queue(attribute)).unwrap())
    }

    pub(crate) fn settings(&self) -> [String; 4] {
        ["scheduler", "rotational", "read_ahead_kb", "nomerges"].map(|a| self.value(a))
    }

    /// Every readable attribute of the queue and its scheduler.
    pub(crate) fn state(&self) -> Vec<(PathBuf, String)> {
        let mut out = Vec::new();
        let queue = self.queue("");
        for dir in [queue.clone(), queue.join("iosched")] {
            let entries = fs::read_dir(dir).into_iter().flatten().map(|e| e.unwrap().path());
            out.extend(entries.filter_map(|p| Some((p.clone(), fs::read_to_string(p).ok()?))));
        }
        out.sort();
        assert!(out.len() > 20, "{out:?}");
        out
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // In this order: a disk that begins to turn gets a larger read-ahead.
        for (path, value) in &self.before {
            let _ = fs::write(path, value);
        }
        let _ = run("losetup", &["--detach", self.path()]);
    }
}

fn chosen(text: &str) -> String {
    let inside = text.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    inside.map_or(text, |(word, _)| word).trim().to_owned()
}

/// Checks a document against the words that our schemas use, and fails on any other word.
pub(crate) fn assert_fits(schema: &Value, document: &Value) {
    fits(schema, schema, document, "$").unwrap_or_else(|problem| panic!("{problem}"));
}

fn fits(root: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    for (word, wanted) in schema.as_object().ok_or("a schema is an object")? {
        match word.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" => {}
            "$ref" => fits(
                root,
                root.pointer(wanted.as_str().unwrap().trim_start_matches('#'))
                    .unwrap(),
                value,
                at,
            )?,
            "const" if value != wanted => return Err(format!("{at}: {value} is not {wanted}")),
            "enum" if !wanted.as_array().unwrap().contains(value) => {
                return Err(format!("{at}: {value} is none of {wanted}"));
            }
            "const" | "enum" => {}
            "anyOf" => {
                let problems: Vec<String> = wanted
                    .as_array()
                    .unwrap()
                    .iter()
                    .map_while(|s| fits(root, s, value, at).err())
                    .collect();
                if problems.len() == wanted.as_array().unwrap().len() {
                    return Err(problems.join(" and "));
                }
            }
            "type" => {
                let kinds = wanted.as_array().cloned().unwrap_or_else(|| vec![wanted.clone()]);
                if !kinds.iter().any(|k| is(k.as_str().unwrap(), value)) {
                    return Err(format!("{at}: {value} is no {wanted}"));
                }
            }
            "required" => {
                for name in wanted.as_array().unwrap() {
                    if value.get(name.as_str().unwrap()).is_none() {
                        return Err(format!("{at}: {name} is missing"));
                    }
                }
            }
            "properties" => {
                for (name, of) in wanted.as_object().unwrap() {
                    if let Some(value) = value.get(name) {
                        fits(root, of, value, &format!("{at}.{name}"))?;
                    }
                }
            }
            "items" => {
                for (index, value) in value.as_array().into_iter().flatten().enumerate() {
                    fits(root, wanted, value, &format!("{at}[{index}]"))?;
                }
            }
            other => {
                return Err(format!(
                    "the schema's word {other} is not understood by this test"
                ));
            }
        }
    }
    Ok(())
}

fn is(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("type {other}"),
    }
}
