//! The commands in `packaging/` are ones that fiord takes: their verbs exist, and their options stand in the help or are fio's.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};

use crate::common::{fiord, text};
use crate::manual::options;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging")
}

fn read(file: &str) -> String {
    std::fs::read_to_string(folder().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The arguments of containers: `args: ["check", …]`.
fn of_manifest(text: &str) -> Vec<Vec<String>> {
    let lists = text.lines().filter_map(|line| line.trim().strip_prefix("args: "));
    lists.map(|list| serde_json::from_str(list).unwrap()).collect()
}

/// Lines of shell that call fiord, redirections left out.
fn of_shell<'t>(lines: impl Iterator<Item = &'t str>, before: &str) -> Vec<Vec<String>> {
    let commands = lines.filter_map(|line| line.trim().strip_prefix(before));
    let words = |line: &str| -> Vec<String> {
        let line = line.split(" >>").next().unwrap();
        line.split_whitespace()
            .map(|word| word.replace('"', ""))
            .collect()
    };
    commands.map(words).collect()
}

/// Checks one command; its verb.
fn check(file: &str, words: &[String]) -> String {
    let here = Path::new(".");
    let verb = words[0].as_str();
    let help = fiord(here, &[verb, "--help"]);
    assert!(help.status.success(), "{file}: {words:?}");
    let own = options(&text(&help.stdout));
    for word in &words[1..] {
        let Some(option) = word.strip_prefix("--") else {
            continue;
        };
        let name = option.split('=').next().unwrap();
        let is_of_jobs = || {
            let asked = fiord(here, &[&format!("--cmdhelp={name}")]);
            ["run", "explain", "sweep", "try"].contains(&verb) && asked.status.success()
        };
        assert!(
            own.iter().any(|own| own[2..] == *name) || is_of_jobs(),
            "{file}: `fiord {verb}` has no --{name}; its help has {own:?}"
        );
    }
    verb.to_owned()
}

#[test]
fn manifests_call_verbs_with_options_that_exist() {
    for (file, verb) in [
        ("kubernetes/check.yaml", "check"),
        ("kubernetes/survey.yaml", "survey"),
    ] {
        let commands = of_manifest(&read(file));
        let verbs: Vec<String> = commands.iter().map(|words| check(file, words)).collect();
        assert_eq!(verbs, [verb], "{file}");
        // Everything that a command names lies in a mount, and each mount has its volume.
        let text = read(file);
        for word in commands[0].iter().filter(|word| word.starts_with('/')) {
            let root = word[1..].split('/').next().unwrap();
            assert!(text.contains(&format!("mountPath: /{root} ")), "{file}: {word}");
            assert!(text.contains(&format!("- name: {root}\n")), "{file}: {word}");
        }
        for wanted in [
            "drop: [\"ALL\"]",
            "runAsNonRoot: true",
            "readOnlyRootFilesystem: true",
        ] {
            assert!(text.contains(wanted), "{file}: {wanted}");
        }
        assert!(!text.contains("privileged: true"), "{file}");
    }
}

#[test]
fn the_workflow_calls_verbs_with_options_that_exist() {
    let file = "github/disk.yml";
    let whole = read(file);
    let lines = whole
        .lines()
        .map(|line| line.trim().strip_prefix("run: ").unwrap_or(line));
    let commands = of_shell(lines, "fiord ");
    let verbs: Vec<String> = commands.iter().map(|words| check(file, words)).collect();
    assert_eq!(verbs, ["check", "run", "compare", "compare"]);
    assert!(commands[3].iter().any(|word| word == "--fail-if"));
}

#[test]
fn the_image_starts_what_it_holds() {
    let file = read("Containerfile");
    let path = "/usr/bin/fiord";
    assert!(file.contains(&format!("fiord {path}\n")) && file.contains(&format!("ENTRYPOINT [\"{path}\"]")));
    let said = file.lines().filter_map(|line| {
        line.split(" fiord ")
            .nth(1)
            .filter(|_| line.contains("podman run"))
    });
    let commands = of_shell(said.map(|line| line.trim()), "");
    assert_eq!(commands.len(), 1);
    check("Containerfile", &commands[0]);
}

/// A verb or an option that does not exist is noticed.
#[test]
#[should_panic(expected = "has no --metric;")]
fn a_wrong_option_is_noticed() {
    check("made up", &["check", "etcd", "--metric=x"].map(str::to_owned));
}
