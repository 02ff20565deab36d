//! 230 commands of published reports (docs/studies.md has the links), scaled so that each takes a moment.
//!
//! Sizes become MiB for GiB and less, devices and absolute paths become files in the case's folder, and time limits one second.

use std::fs;

use anyhow::{Context, Result};

use super::case::{Flags, ParityCase, split_words};

const COMMANDS: &str = "crates/job/tests/data/published-commands.txt";
/// A gigabyte of the report becomes this many bytes.
const GIB: u64 = 1 << 20;
/// Nothing becomes smaller than this, so that the largest block size still fits a few times.
const LEAST: u64 = 4 << 20;
/// Size of a file that a report's author had prepared.
const EXISTING: u64 = 16 << 20;

pub(crate) fn cases() -> Result<Vec<ParityCase>> {
    let text = fs::read_to_string(COMMANDS).with_context(|| COMMANDS.to_owned())?;
    let mut cases = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let command = line.split('\t').next_back().unwrap_or_default();
        let words = split_words(command);
        let Some((_, words)) = words.split_first() else {
            continue;
        };
        let id = |kind: &str| format!("published-{:03}-{kind}", at + 1);
        let parse = Flags {
            parse: true,
            ..Flags::default()
        };
        cases.push(ParityCase {
            id: id("parse"),
            args: words.to_vec(),
            files: Vec::new(),
            filled: Vec::new(),
            flags: parse,
        });
        let mut flags = Flags::default();
        let args: Vec<String> = words.iter().map(|word| scaled(word, &mut flags)).collect();
        // A job without a size reads or writes the file that its author had made before.
        let value = |name: &str| {
            args.iter()
                .find_map(|arg| arg.strip_prefix("--")?.strip_prefix(name)?.strip_prefix('='))
        };
        let filled = match (value("size"), value("filename")) {
            (None, Some(file)) => vec![(file.to_owned(), EXISTING)],
            _ => Vec::new(),
        };
        cases.push(ParityCase {
            id: id("run"),
            args,
            files: Vec::new(),
            filled,
            flags,
        });
    }
    Ok(cases)
}

/// One argument, scaled.
fn scaled(word: &str, flags: &mut Flags) -> String {
    let bare = word.trim_start_matches('-');
    let Some((name, value)) = bare.split_once('=') else {
        return word.to_owned();
    };
    match name {
        "size" | "io_size" | "io_siz" => format!("--{name}={}", bytes(value)),
        "filename" => format!("--{name}={}", value.trim_start_matches('/').replace('/', "_")),
        "runtime" => format!("--{name}=20"),
        "rw" => {
            flags.mix |= matches!(value, "rw" | "randrw" | "readwrite");
            word.to_owned()
        }
        _ => word.to_owned(),
    }
}

fn bytes(value: &str) -> u64 {
    let digits: String = value.chars().take_while(char::is_ascii_digit).collect();
    let number: u64 = digits.parse().unwrap_or(1);
    let scaled = match value
        .chars()
        .find(char::is_ascii_alphabetic)
        .map(|c| c.to_ascii_lowercase())
    {
        Some('g') => number.saturating_mul(GIB),
        Some('m') => number.saturating_mul(GIB) / 1024,
        _ => number / 1024,
    };
    // Whole megabytes, so that every block size of the reports divides them.
    scaled.clamp(LEAST, 64 << 20) >> 20 << 20
}

#[cfg(test)]
mod tests {
    #[test]
    fn sizes_shrink_a_thousandfold_and_stay_whole() {
        assert_eq!(super::bytes("7G"), 7 << 20);
        assert_eq!(super::bytes("2048M"), 4 << 20);
        assert_eq!(super::bytes("1000G"), 64 << 20);
    }
}
