//! Checks the rules of the house that a compiler does not know.
//!
//! Floors between crates, circles between files, sizes of crates, files and functions, names, prose, where kernel paths may stand, that deliberate differences are
//! listed, and that the code map is what the modules say. Known breaches stand in `xtask/*.txt` and may only become fewer.

mod dependencies;
mod imports;
mod names;
mod prose;
mod ratchet;
mod sizes;
pub(crate) mod source;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use self::source::Source;
use crate::code_map;
use crate::count::Tally;

pub(crate) fn run() -> Result<()> {
    let count = check()?;
    println!("{} checks, {} failed", count.passed + count.failed, count.failed);
    if count.failed > 0 {
        bail!("tidy: {} failed", count.failed);
    }
    Ok(())
}

/// Checks everything, prints each breach, and counts one check per rule.
pub(crate) fn check() -> Result<Tally> {
    let mut sources = Vec::new();
    for path in files_of(Path::new("."), ".rs")? {
        let text = read(&path)?;
        let shown = path.strip_prefix(".").unwrap_or(&path).display().to_string();
        let syntax = syn::parse_file(&text).with_context(|| shown.clone())?;
        sources.push(Source { shown, text, syntax });
    }
    let packages = imports::packages()?;
    let crates: Vec<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let crates: Vec<&str> = crates.into_iter().filter(|name| *name != "xtask").collect();
    let rules: [(&str, Vec<String>); 11] = [
        ("floors: who may use which crate", imports::upward(&packages)),
        ("circles of files", imports::circles(&packages)?),
        ("sizes", sizes::check(&sources)?),
        ("sizes of crates", imports::large(&packages)?),
        ("names of types", names::check(&sources)?),
        ("module openings", prose::openings(&sources)?),
        ("avoided words", prose::words(&sources, &documents()?)?),
        ("dependencies", dependencies::check()?),
        ("kernel paths", kernel_paths(&sources)),
        ("differences from fio", differences(&sources)?),
        ("code map", code_map::check(&crates)?),
    ];
    let mut count = Tally::default();
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

fn files_of(root: &Path, end: &str) -> Result<Vec<PathBuf>> {
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
            } else if name.ends_with(end) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The documents for people, but for the journal and the change log, which tell what was.
fn documents() -> Result<Vec<(String, String)>> {
    let mut documents = Vec::new();
    for path in files_of(Path::new("."), ".md")? {
        let shown = path.strip_prefix(".").unwrap_or(&path).display().to_string();
        if !shown.contains("journal/") && shown != "CHANGELOG.md" {
            documents.push((shown, read(&path)?));
        }
    }
    Ok(documents)
}

fn kernel_paths(sources: &[Source]) -> Vec<String> {
    let mut breaches = Vec::new();
    for Source { shown, text, .. } in sources {
        let exempt = shown.contains("/tests/")
            || shown.contains("/testing")
            || shown.contains("/testbed/")
            || shown.contains("xtask/")
            || shown.ends_with("host/src/root.rs");
        if exempt {
            continue;
        }
        for (at, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("#[cfg(test)]") {
                break;
            }
            // One's own descriptors are no fact about the machine.
            let code = line.split("//").next().unwrap_or_default();
            let code = code.replace("\"/proc/self/fd/", "");
            if code.contains("\"/sys") || code.contains("\"/proc") {
                breaches.push(format!(
                    "{shown}:{}: a kernel path outside host/src/root.rs",
                    at + 1
                ));
            }
        }
    }
    breaches
}

/// Each `FIO-DIFF(id)` in the code has a row in docs/fio-differences.md, and each row a place in the code.
fn differences(sources: &[Source]) -> Result<Vec<String>> {
    let mut marked = BTreeSet::new();
    for source in sources
        .iter()
        .filter(|source| !source.shown.starts_with("xtask/"))
    {
        for piece in source.text.split("FIO-DIFF(").skip(1) {
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
    fn the_house_is_tidy() {
        std::env::set_current_dir(crate::shell::workspace()).unwrap();
        let count = super::check().unwrap();
        assert_eq!(count.failed, 0, "`cargo xtask tidy` says what");
    }
}
