//! What doctor's tests stand on: a loop device of their own over memory, set as badly as the disks of the reports, and a reader of the
//! few words of JSON Schema that our schemas use.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

use std::path::{Path, PathBuf};

use fiord_testbed::{Attribute, Loop, memory_folder, queue_state, skip};
use serde_json::Value;

/// A loop device over a file in memory: no disk below it, so that nothing but itself can be changed.
pub(crate) struct Disk {
    // In this order: a disk that begins to turn gets a larger read-ahead, and the device must be there to be set.
    _before: Vec<Attribute>,
    device: Loop,
}

impl Disk {
    /// Set badly: a scheduler, rotational, a large read-ahead. Says why when it cannot be had.
    pub(crate) fn new() -> Option<Disk> {
        let made = Disk::make();
        made.map_err(|reason| skip("loop", &reason)).ok()
    }

    fn make() -> Result<Disk, String> {
        let device = Loop::in_folder(memory_folder(), 8)?;
        let badly = [
            ("scheduler", "mq-deadline"),
            ("rotational", "1"),
            ("read_ahead_kb", "4096"),
            ("nomerges", "0"),
        ];
        let mut before = Vec::new();
        for (attribute, value) in badly {
            before.push(Attribute::set(device.queue(attribute), value)?);
        }
        Ok(Disk {
            _before: before,
            device,
        })
    }

    pub(crate) fn path(&self) -> &str {
        &self.device.device
    }

    pub(crate) fn name(&self) -> &str {
        self.device.name()
    }

    /// The file of an attribute.
    pub(crate) fn queue(&self, attribute: &str) -> PathBuf {
        self.device.queue(attribute)
    }

    /// `major:minor`.
    pub(crate) fn number(&self) -> String {
        self.device.number()
    }

    /// The folder in memory that its file lies in.
    pub(crate) fn folder(&self) -> &Path {
        self.device.folder()
    }

    pub(crate) fn journal(&self) -> PathBuf {
        self.folder().join("undo")
    }

    /// The value of an attribute, of a choice the chosen one.
    pub(crate) fn value(&self, attribute: &str) -> String {
        Attribute::value(&self.queue(attribute)).unwrap()
    }

    pub(crate) fn settings(&self) -> [String; 4] {
        ["scheduler", "rotational", "read_ahead_kb", "nomerges"].map(|a| self.value(a))
    }

    /// Every readable attribute of the queue and its scheduler.
    pub(crate) fn state(&self) -> Vec<(PathBuf, String)> {
        let state = queue_state(self.name());
        assert!(state.len() > 20, "{state:?}");
        state
    }
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
