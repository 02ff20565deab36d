//! The code map of ARCHITECTURE.md: a line for each module, its first sentence.
//!
//! A heading ``### `crates/NAME`…`` begins the lines of a crate, which go up to the next heading. All else is left as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::tidy::source::first_sentence;

const DOCUMENT: &str = "ARCHITECTURE.md";

/// Modules whose own modules are on the map too: the verbs are what a stranger looks for.
const OPENED: [&str; 1] = ["native"];

/// What in the map is not as the modules say. With `FIORD_UPDATE` set, the map is written anew instead.
pub(crate) fn check(crates: &[&str]) -> Result<Vec<String>> {
    let document = fs::read_to_string(DOCUMENT).context(DOCUMENT)?;
    let mut lines = BTreeMap::new();
    for name in crates {
        lines.insert(
            (*name).to_owned(),
            lines_of(Path::new("crates").join(name).join("src").as_path())?,
        );
    }
    let wanted = with_lines(&document, &lines);
    if wanted == document {
        return Ok(missing_headings(&document, crates));
    }
    if std::env::var_os("FIORD_UPDATE").is_some() {
        fs::write(DOCUMENT, &wanted).context(DOCUMENT)?;
        return Ok(missing_headings(&wanted, crates));
    }
    let has: BTreeSet<&str> = document.lines().collect();
    let mut breaches: Vec<String> = wanted
        .lines()
        .filter(|line| !has.contains(line))
        .map(|line| format!("not on the map: {line}"))
        .collect();
    breaches.push(format!(
        "{DOCUMENT}: FIORD_UPDATE=1 cargo xtask tidy writes the map anew"
    ));
    Ok(breaches)
}

fn missing_headings(document: &str, crates: &[&str]) -> Vec<String> {
    let headed: Vec<&str> = document.lines().filter_map(crate_of_heading).collect();
    let missing = crates.iter().filter(|name| !headed.contains(name));
    missing
        .map(|name| format!("{DOCUMENT} has no heading for crates/{name}"))
        .collect()
}

fn crate_of_heading(line: &str) -> Option<&str> {
    line.strip_prefix("### `crates/")?.split('`').next()
}

/// The document with these lines under the headings of their crates, in place of the lists that stand there.
fn with_lines(document: &str, lines: &BTreeMap<String, Vec<String>>) -> String {
    let mut out: Vec<&str> = Vec::new();
    let mut in_crate = false;
    for line in document.lines() {
        if line.starts_with('#') {
            let of_crate = crate_of_heading(line).and_then(|name| lines.get(name));
            in_crate = of_crate.is_some();
            out.push(line);
            if let Some(lines) = of_crate {
                out.push("");
                out.extend(lines.iter().map(String::as_str));
                out.push("");
            }
        } else if !in_crate {
            out.push(line);
        }
    }
    out.join("\n") + "\n"
}

/// The lines of the modules in a folder, by name.
fn lines_of(folder: &Path) -> Result<Vec<String>> {
    let mut modules = BTreeMap::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let file = if path.is_dir() { path.join("mod.rs") } else { path };
        if matches!(name.as_str(), "lib" | "main" | "mod") || !file.is_file() {
            continue;
        }
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        modules.insert(name, first_sentence(&text));
    }
    let mut lines = Vec::new();
    for (name, sentence) in modules {
        lines.push(format!("- `{name}`: {sentence}"));
        let inside = folder.join(&name);
        if OPENED.contains(&name.as_str()) && inside.is_dir() {
            let inner = lines_of(&inside)?;
            lines.extend(inner.into_iter().map(|line| format!("  {line}")));
        }
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stand_under_their_crate_and_the_rest_is_left() {
        let document = "# A\n\n- `a`: no module\n\n### `crates/x`: words\n\n- `old`: gone.\n  - `older`: gone.\n\n## End\n\n- `b`: no module\n";
        let lines = BTreeMap::from([("x".to_owned(), vec!["- `new`: here.".to_owned()])]);
        let wanted = "# A\n\n- `a`: no module\n\n### `crates/x`: words\n\n- `new`: here.\n\n## End\n\n- `b`: no module\n";
        assert_eq!(with_lines(document, &lines), wanted);
        assert_eq!(with_lines(wanted, &lines), wanted);
        assert_eq!(
            missing_headings(wanted, &["x", "y"]),
            ["ARCHITECTURE.md has no heading for crates/y"]
        );
    }
}
