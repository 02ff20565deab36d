//! Checks the rules of the repository that neither the compiler nor clippy nor cargo-deny knows.

mod edges;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::count::Tally;

/// A file of the workspace: its path from the root, as printed, and its text.
struct Source {
    path: String,
    text: String,
}

pub(crate) fn run() -> Result<()> {
    let count = check()?;
    println!("{count}");
    if count.failed > 0 {
        bail!("tidy: {} failed", count.failed);
    }
    Ok(())
}

/// Checks every rule, prints each breach, and counts the rules.
pub(crate) fn check() -> Result<Tally> {
    let sources = files(".rs")?;
    let rules: [(&str, Vec<String>); 7] = [
        ("edges between crates", edges::check()?),
        ("names of types", type_names(&sources)),
        ("avoided words", words::check(&sources, &files(".md")?)),
        ("avoided words in messages", words::messages(&files(".ftl")?)),
        ("widths of text", widths(&sources)),
        ("kernel paths", kernel_paths(&sources)),
        ("differences from fio", differences(&sources)?),
    ];
    let mut count = Tally::new("rules hold");
    for (name, breaches) in rules {
        if breaches.is_empty() {
            count.passed += 1;
        } else {
            count.failed += 1;
            println!("tidy: {name}");
            for breach in breaches {
                println!("  {breach}");
            }
        }
    }
    Ok(count)
}

/// Every file below the current directory whose name ends so; hidden ones and build output left out.
fn files(end: &str) -> Result<Vec<Source>> {
    let mut found = Vec::new();
    let mut directories = vec![PathBuf::from(".")];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                if name != "target" && !name.starts_with('.') {
                    directories.push(path);
                }
            } else if name.ends_with(end) {
                let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
                let path = path.strip_prefix(".").unwrap_or(&path).display().to_string();
                found.push(Source { path, text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

/// The lines before a file's tests, numbered from 1.
fn untested(source: &Source) -> impl Iterator<Item = (usize, &str)> {
    let lines = source.text.lines().enumerate().map(|(at, line)| (at + 1, line));
    lines.take_while(|(_, line)| !line.trim_start().starts_with("#[cfg(test)]"))
}

/// Names that each module of a kind gives to the same part: what a trap observed, the arguments of a verb.
const SHARED_NAMES: [&str; 2] = ["Observed", "Args"];

/// Visible structs and enums that share their name.
fn type_names(sources: &[Source]) -> Vec<String> {
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for source in sources.iter().filter(|source| source.path.contains("/src/")) {
        for name in untested(source).filter_map(|(_, line)| visible_type(line)) {
            places.entry(name).or_default().push(&source.path);
        }
    }
    let shared = places
        .into_iter()
        .filter(|(name, paths)| paths.len() > 1 && !SHARED_NAMES.contains(name));
    shared
        .map(|(name, paths)| format!("{name}: {} types of this name: {}", paths.len(), paths.join(", ")))
        .collect()
}

/// The name of the struct or enum that a line makes visible to other modules.
fn visible_type(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub")?;
    let rest = rest.split_once(')').map_or(rest, |(_, rest)| rest);
    let rest = rest.strip_prefix(" struct ").or(rest.strip_prefix(" enum "))?;
    rest.split(|c: char| !c.is_alphanumeric()).next()
}

/// Code whose text is aligned or wrapped.
const RENDERING: [&str; 6] = [
    "crates/report/src/text/",
    "crates/report/src/html/",
    "crates/fiord/src/verbs/",
    "crates/fiord/src/watch/",
    "crates/fiord/src/ui/",
    "crates/import/src/page.rs",
];

/// Counts of characters where text is rendered: a character takes no, one or two columns.
fn widths(sources: &[Source]) -> Vec<String> {
    let is_rendering = |source: &&Source| RENDERING.iter().any(|part| source.path.starts_with(part));
    let mut breaches = Vec::new();
    for source in sources.iter().filter(is_rendering) {
        let counting = untested(source).filter(|(_, line)| line.contains(".chars().count()"));
        breaches.extend(counting.map(|(at, _)| format!("{}:{at}: use display_width", source.path)));
    }
    breaches
}

/// Paths below /sys and /proc that another file than `host`'s root spells.
fn kernel_paths(sources: &[Source]) -> Vec<String> {
    let exempt = ["/tests/", "/testing", "/testbed/", "xtask/", "host/src/root.rs"];
    let is_checked = |source: &&Source| !exempt.iter().any(|part| source.path.contains(part));
    let mut breaches = Vec::new();
    for source in sources.iter().filter(is_checked) {
        for (at, line) in untested(source) {
            // A process's own descriptors are no fact about the machine.
            let code = line.split("//").next().unwrap_or_default();
            let code = code.replace("\"/proc/self/fd/", "");
            if code.contains("\"/sys") || code.contains("\"/proc") {
                breaches.push(format!(
                    "{}:{at}: a kernel path outside host/src/root.rs",
                    source.path
                ));
            }
        }
    }
    breaches
}

/// Each `FIO-DIFF(id)` in the code has a row in docs/fio-differences.md, and each row a place in the code.
fn differences(sources: &[Source]) -> Result<Vec<String>> {
    let code = sources.iter().filter(|source| !source.path.starts_with("xtask/"));
    let marked: BTreeSet<&str> = code
        .flat_map(|source| source.text.split("FIO-DIFF(").skip(1))
        .filter_map(|rest| rest.split(')').next())
        .collect();
    let document = fs::read_to_string("docs/fio-differences.md").context("docs/fio-differences.md")?;
    let rows = document.lines().filter_map(|line| line.strip_prefix("| `"));
    let listed: BTreeSet<&str> = rows.filter_map(|row| row.split('`').next()).collect();
    let missing = marked
        .difference(&listed)
        .map(|id| format!("FIO-DIFF({id}) has no row"));
    let stale = listed
        .difference(&marked)
        .map(|id| format!("row `{id}` has no FIO-DIFF in the code"));
    Ok(missing.chain(stale).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn visible_types_of_one_name_are_found_and_those_of_tests_are_not() {
        let text = "pub struct A;\nstruct B;\n    pub(crate) enum C<T> { X }\n#[cfg(test)]\nmod tests { pub struct D; }";
        let twice = [
            source("crates/a/src/x.rs", text),
            source("crates/b/src/y.rs", text),
        ];
        let found = type_names(&twice);
        assert_eq!(
            found,
            [
                "A: 2 types of this name: crates/a/src/x.rs, crates/b/src/y.rs",
                "C: 2 types of this name: crates/a/src/x.rs, crates/b/src/y.rs",
            ]
        );
    }

    #[test]
    fn a_width_in_characters_is_found_where_text_is_rendered() {
        let text = "let width = line.chars().count();\n#[cfg(test)]\nline.chars().count();";
        assert_eq!(
            widths(&[
                source("crates/report/src/text/x.rs", text),
                source("crates/job/src/y.rs", text)
            ]),
            ["crates/report/src/text/x.rs:1: use display_width"]
        );
    }

    #[test]
    fn a_kernel_path_is_found_in_code_alone() {
        let text =
            "open(\"/proc/self/fd/3\"); // \"/sys\"\nopen(\"/sys/block\");\n#[cfg(test)]\nopen(\"/proc\");";
        assert_eq!(
            kernel_paths(&[source("crates/a/src/x.rs", text)]),
            ["crates/a/src/x.rs:2: a kernel path outside host/src/root.rs"]
        );
        assert_eq!(kernel_paths(&[source("crates/host/src/root.rs", text)]), [""; 0]);
    }
}
