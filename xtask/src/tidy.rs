//! The rules of the house that a compiler does not know: crate edges, file and function sizes, where kernel paths may stand,
//! that deliberate differences are listed, and that the map of the code is what the modules say.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::code_map;
use crate::test::Count;

const MAX_FILE_LINES: usize = 800;
const MAX_FUNCTION_LINES: usize = 70;

/// Which crate may use which. A crate that is missing here is an error. Tests may use what they like, and they alone the testbed.
const EDGES: [(&str, &[&str]); 7] = [
    ("testbed", &[]),
    ("job", &[]),
    ("stats", &[]),
    ("engine", &["fiord-job", "fiord-stats"]),
    ("host", &[]),
    ("record", &["fiord-job", "fiord-stats", "fiord-host"]),
    (
        "fiord",
        &[
            "fiord-job",
            "fiord-stats",
            "fiord-engine",
            "fiord-host",
            "fiord-record",
        ],
    ),
];

/// Functions that may be longer than the limit, each with its reason beside it in the code.
const LONG_FUNCTIONS: [&str; 1] = ["drive"];

pub(crate) fn run() -> Result<()> {
    let count = check()?;
    println!("{} checks, {} failed", count.passed + count.failed, count.failed);
    if count.failed > 0 {
        bail!("tidy: {} failed", count.failed);
    }
    Ok(())
}

/// Checks everything, prints each breach, and counts one check per rule.
pub(crate) fn check() -> Result<Count> {
    let sources = rust_sources(Path::new("."))?;
    let rules: [(&str, Vec<String>); 6] = [
        ("crate edges", crate_edges()?),
        ("file length", file_length(&sources)?),
        ("function length", function_length(&sources)?),
        ("kernel paths", kernel_paths(&sources)?),
        ("differences from fio", differences(&sources)?),
        ("code map", code_map::check(&EDGES.map(|(name, _)| name))?),
    ];
    let mut count = Count::default();
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

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

fn rust_sources(root: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if path.is_dir() {
                if name != "target" && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if name.ends_with(".rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn crate_edges() -> Result<Vec<String>> {
    let mut breaches = Vec::new();
    for entry in fs::read_dir("crates")? {
        let folder = entry?.path();
        let name = folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let Some((_, allowed)) = EDGES.iter().find(|(known, _)| *known == name) else {
            breaches.push(format!("crates/{name} has no line in xtask's table of edges"));
            continue;
        };
        let manifest = read(&folder.join("Cargo.toml"))?;
        for used in uses(&manifest).filter(|used| !allowed.contains(used)) {
            breaches.push(format!("crates/{name} uses {used}"));
        }
    }
    Ok(breaches)
}

/// The crates of ours that a manifest names, but for its tests.
fn uses(manifest: &str) -> impl Iterator<Item = &str> {
    let mut for_tests = false;
    manifest.lines().filter_map(move |line| {
        if line.starts_with('[') {
            for_tests = line.contains("dev-dependencies");
        }
        let named = line.starts_with("fiord-") && !for_tests;
        named.then(|| line.split(['.', ' ', '=']).next().unwrap_or_default())
    })
}

fn file_length(sources: &[PathBuf]) -> Result<Vec<String>> {
    let mut breaches = Vec::new();
    for path in sources {
        let lines = read(path)?.lines().count();
        if lines > MAX_FILE_LINES {
            breaches.push(format!(
                "{}: {lines} lines, {MAX_FILE_LINES} allowed",
                path.display()
            ));
        }
    }
    Ok(breaches)
}

/// Judged by rustfmt's layout: a function ends at the first line that closes with its own indentation.
fn function_length(sources: &[PathBuf]) -> Result<Vec<String>> {
    let mut breaches = Vec::new();
    for path in sources {
        let text = read(path)?;
        let mut open: Option<(usize, String, String)> = None;
        for (at, line) in text.lines().enumerate() {
            let indent = &line[..line.len() - line.trim_start().len()];
            if let Some((start, close, name)) = &open {
                if line == close {
                    let length = at - start + 1;
                    if length > MAX_FUNCTION_LINES && !LONG_FUNCTIONS.contains(&name.as_str()) {
                        breaches.push(format!(
                            "{}:{}: fn {name} has {length} lines",
                            path.display(),
                            start + 1
                        ));
                    }
                    open = None;
                }
            } else if let Some(name) = function_name(line)
                && !line.ends_with('}')
                && !line.ends_with(';')
            {
                open = Some((at, format!("{indent}}}"), name));
            }
        }
    }
    Ok(breaches)
}

fn function_name(line: &str) -> Option<String> {
    let head = line.trim_start();
    let at = head.find("fn ")?;
    let before = &head[..at];
    let only_qualifiers = before.split_whitespace().all(|word| {
        matches!(word, "pub" | "const" | "unsafe" | "extern" | "\"C\"" | "async") || word.starts_with("pub(")
    });
    if !only_qualifiers {
        return None;
    }
    let name: String = head[at + 3..]
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    (!name.is_empty()).then_some(name)
}

fn kernel_paths(sources: &[PathBuf]) -> Result<Vec<String>> {
    let mut breaches = Vec::new();
    for path in sources {
        let shown = path.display().to_string();
        let exempt = shown.contains("/tests/")
            || shown.contains("/testing")
            || shown.contains("/testbed/")
            || shown.contains("xtask/")
            || shown.ends_with("host/src/root.rs");
        if exempt {
            continue;
        }
        for (at, line) in read(path)?.lines().enumerate() {
            if line.trim_start().starts_with("#[cfg(test)]") {
                break;
            }
            let code = line.split("//").next().unwrap_or_default();
            if code.contains("\"/sys") || code.contains("\"/proc") {
                breaches.push(format!(
                    "{shown}:{}: a kernel path outside host/src/root.rs",
                    at + 1
                ));
            }
        }
    }
    Ok(breaches)
}

/// Each `FIO-DIFF(id)` in the code has a row in docs/fio-differences.md, and each row a place in the code.
fn differences(sources: &[PathBuf]) -> Result<Vec<String>> {
    let mut marked = BTreeSet::new();
    for path in sources
        .iter()
        .filter(|path| !path.display().to_string().contains("xtask/"))
    {
        for piece in read(path)?.split("FIO-DIFF(").skip(1) {
            marked.insert(piece.split(')').next().unwrap_or_default().to_owned());
        }
    }
    let document = read(Path::new("docs/fio-differences.md"))?;
    let listed: BTreeSet<String> = document
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .filter_map(|line| line.split('`').next())
        .map(str::to_owned)
        .collect();
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
    #[test]
    fn what_tests_use_is_no_edge_and_what_stands_behind_them_is() {
        let manifest = "[dependencies]\nfiord-job.workspace = true\nlibc = \"0.2\"\n\
            [dev-dependencies]\nfiord-testbed.workspace = true\n\
            [build-dependencies]\nfiord-host = { path = \"../host\" }\n";
        let uses: Vec<&str> = super::uses(manifest).collect();
        assert_eq!(uses, ["fiord-job", "fiord-host"]);
    }

    #[test]
    fn the_house_is_tidy() {
        std::env::set_current_dir(crate::shell::workspace()).unwrap();
        let count = super::check().unwrap();
        assert_eq!(count.failed, 0, "`cargo xtask tidy` says what");
    }
}
