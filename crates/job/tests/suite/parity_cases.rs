//! Every option that the table calls supported stands in a parity case, or in a list of exceptions with the reason.
//!
//! It does not run the cases; `cargo xtask parity --cases` does.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fiord_job::options::{self, Support};

const EXCEPTIONS: &str = include_str!("../data/without-parity-case.tsv");

fn parity_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../xtask/parity")
}

/// The option a word of a case names, if it names one. An abbreviation counts as none.
fn named(word: &str) -> Option<&'static str> {
    let name = word.split_once('=').map_or(word, |(name, _)| name);
    options::find(name).map(|spec| spec.name)
}

fn in_command_lines(text: &str, found: &mut BTreeSet<&'static str>) {
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let Some(arguments) = line.splitn(3, '|').nth(2) else {
            continue;
        };
        let dashed = arguments
            .split_whitespace()
            .filter_map(|word| word.strip_prefix('-'));
        found.extend(dashed.filter_map(|word| named(word.trim_start_matches('-'))));
    }
}

fn in_job_file(text: &str, found: &mut BTreeSet<&'static str>) {
    let lines = text.lines().map(str::trim);
    found.extend(
        lines
            .filter(|line| !line.starts_with([';', '#', '[']))
            .filter_map(named),
    );
}

fn options_of_all_cases() -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(parity_dir()).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("txt") => in_command_lines(&text, &mut found),
            Some("fio" | "inc") => in_job_file(&text, &mut found),
            _ => panic!("{} is not a case", path.display()),
        }
    }
    found
}

fn exceptions() -> BTreeMap<&'static str, &'static str> {
    let mut all = BTreeMap::new();
    for line in EXCEPTIONS.lines().filter(|line| !line.starts_with('#')) {
        let (name, reason) = line
            .split_once('\t')
            .unwrap_or_else(|| panic!("no reason: {line}"));
        assert!(reason.len() > 10, "{name} needs a reason");
        assert!(all.insert(name, reason).is_none(), "{name} twice");
    }
    all
}

#[test]
fn every_supported_option_stands_in_a_parity_case_or_says_why_not() {
    let (found, excepted) = (options_of_all_cases(), exceptions());
    let supported = options::all().filter(|spec| matches!(spec.support, Support::Supported));
    let missing: Vec<_> = supported
        .map(|spec| spec.name)
        .filter(|name| !found.contains(name) && !excepted.contains_key(name))
        .collect();
    assert_eq!(missing, Vec::<&str>::new(), "supported, but in no parity case");
}

#[test]
fn exceptions_are_supported_options_without_a_case() {
    let found = options_of_all_cases();
    for name in exceptions().keys() {
        let spec = options::find(name).unwrap_or_else(|| panic!("{name} is not an option"));
        assert_eq!(spec.name, *name, "an alias; give the name");
        assert!(matches!(spec.support, Support::Supported), "{name} needs no case");
        assert!(!found.contains(name), "{name} has a case and needs no exception");
    }
}

#[test]
fn words_of_a_case_are_read_as_options() {
    let mut found = BTreeSet::new();
    in_command_lines(
        "# --iodepth=1\na | flags | --rw=read -bs 4k --thread f --nosuch=1\n",
        &mut found,
    );
    in_job_file("; size=1m\n[loops]\nfdatasync=1\n  direct\n", &mut found);
    let expected = ["bs", "rw", "thread", "fdatasync", "direct"].into();
    assert_eq!(found, expected);
}
