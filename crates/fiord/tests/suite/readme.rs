//! The commands of README.md run, its links resolve, and it names every verb.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{fiord, text};

const README: &str = include_str!("../../../../README.md");

/// The lines of blocks of shell commands that call fiord.
fn commands() -> Vec<&'static str> {
    let blocks = README.split("```sh\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().unwrap_or_default().lines());
    let own = |line: &'static str| {
        line.strip_prefix("fiord ")
            .or_else(|| line.strip_prefix("cargo run --release -- "))
    };
    lines.filter_map(own).collect()
}

#[test]
fn commands_of_the_readme_run() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let commands = commands();
    assert!(commands.len() >= 8, "{commands:?}");
    for command in commands {
        let line = command.split(" #").next().unwrap().trim();
        let mut words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            // As fast as it gets; its own tests look at what it prints.
            "survey" => words.push("--time=5s"),
            "watch" => words.extend(["0.1", "1"]),
            _ => {}
        }
        let output = Command::new(env!("CARGO_BIN_EXE_fiord"))
            .args(&words)
            .current_dir(folder.path())
            .env("FIORD_STORE", folder.path().join("runs.sqlite"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        // Doctor and a strict run may find something wrong with this machine.
        let code = output.status.code().unwrap();
        assert!(
            code == 0 || (code == 1 && words[0] == "doctor"),
            "{line}: {code}: {}",
            text(&output.stderr)
        );
        assert!(!output.stdout.is_empty() || line.contains('>'), "{line}");
    }
}

#[test]
fn links_of_the_readme_resolve() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let links = README
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|link| !link.starts_with("https://"));
    let (there, missing): (Vec<&str>, Vec<&str>) = links.partition(|link| root.join(link).exists());
    assert_eq!(missing, [""; 0]);
    assert!(there.len() > 5, "{there:?}");
}

#[test]
fn the_readme_names_every_verb() {
    let folder = tempfile::tempdir().unwrap();
    let help = text(&fiord(folder.path(), &["--help"]).stdout);
    let listed = help
        .split("Commands:\n")
        .nth(1)
        .unwrap()
        .split("\n\n")
        .next()
        .unwrap();
    let first = |line: &str| line.split_whitespace().next().unwrap().to_owned();
    // A line that is indented further goes on with the one above.
    let verbs: BTreeSet<String> = listed
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .map(first)
        .filter(|verb| verb != "help")
        .collect();
    let in_text = README.split("`fiord ").skip(1);
    let named: BTreeSet<String> = in_text
        .chain(commands())
        .map(|row| row.split(['`', ' ']).next().unwrap().to_owned())
        .filter(|word| word != "help" && word.chars().all(|c| c.is_ascii_lowercase()))
        .collect();
    assert_eq!(named, verbs);
}
