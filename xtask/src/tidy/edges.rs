//! The dependencies between crates that must not exist, read from `cargo metadata`. Tests may use what they like.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use serde_json::Value;

/// A rule about dependencies, and why it exists.
struct Edge(Rule, &'static str);

enum Rule {
    /// None of the first may use any of the second.
    Never(&'static [&'static str], &'static [&'static str]),
    /// The first is used by the second alone.
    Only(&'static str, &'static [&'static str]),
}
use Rule::{Never, Only};

/// The crates by their names without `fiord-`; `*` is each of ours but `messages`: everybody may have sentences.
const EDGES: [Edge; 12] = [
    Edge(
        Never(&["job", "stats", "host", "ladder", "testbed", "messages"], &["*"]),
        "the lowest floor can be read and tested alone",
    ),
    Edge(
        Never(&["workload"], &["host", "targets", "engine", "record"]),
        "what the I/Os of a job are follows from the job and its seed alone",
    ),
    Edge(
        Never(&["record"], &["workload", "targets", "engine"]),
        "a stored run is read without the code that measured it",
    ),
    Edge(
        Never(&["targets"], &["stats", "host", "record", "engine"]),
        "which device may be written to depends on no measured number",
    ),
    Edge(
        Never(&["engine"], &["host", "record", "session"]),
        "the worker loop knows no report; `JobStats` is what it hands over",
    ),
    Edge(
        Never(
            &["judge", "study", "compare", "notebook", "report"],
            &["workload", "targets", "engine", "session", "store"],
        ),
        "who judges and who renders does no I/O",
    ),
    Edge(
        Never(&["judge"], &["study", "compare", "report"]),
        "a verdict is the same wherever it is shown",
    ),
    Edge(
        Never(&["compare", "study"], &["report"]),
        "a result is data before it is a document",
    ),
    Edge(
        Never(&["import"], &["targets", "engine", "session"]),
        "a foreign result never becomes a measurement of ours",
    ),
    Edge(
        Only("session", &["cluster", "fio-cli", "fiord"]),
        "only front ends start runs",
    ),
    Edge(Only("rusqlite", &["store"]), "all SQL is in one crate"),
    Edge(
        Only("clap", &["fiord"]),
        "libraries take typed values, not arguments",
    ),
];

/// The crates of the workspace, and what each uses outside of its tests.
type Uses = BTreeMap<String, Vec<String>>;

/// The edges that exist and must not.
pub(super) fn check() -> Result<Vec<String>> {
    Ok(breaches(&uses()?))
}

fn uses() -> Result<Uses> {
    let output = Command::new("cargo")
        .args(["metadata", "--no-deps", "--format-version=1"])
        .stdin(Stdio::null())
        .output()
        .context("cargo metadata")?;
    let document: Value = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
    let name = |value: &Value| {
        let name = value["name"].as_str().unwrap_or_default();
        name.trim_start_matches("fiord-").to_owned()
    };
    let packages = document["packages"]
        .as_array()
        .context("cargo metadata: no packages")?;
    let uses = packages.iter().map(|package| {
        let used = package["dependencies"].as_array().into_iter().flatten();
        let used = used.filter(|used| used["kind"] != "dev").map(name);
        (name(package), used.collect())
    });
    Ok(uses.filter(|(name, _)| name != "xtask").collect())
}

fn breaches(uses: &Uses) -> Vec<String> {
    let mut breaches = Vec::new();
    for Edge(rule, reason) in &EDGES {
        for (name, used) in uses
            .iter()
            .flat_map(|(name, used)| used.iter().map(move |used| (name, used)))
        {
            let is_refused = match rule {
                Never(from, to) => {
                    let is_ours = to.contains(&"*") && uses.contains_key(used) && used != "messages";
                    from.contains(&name.as_str()) && (is_ours || to.contains(&used.as_str()))
                }
                Only(what, by) => used == what && !by.contains(&name.as_str()),
            };
            if is_refused {
                breaches.push(format!("{name} uses {used}: {reason}"));
            }
        }
    }
    breaches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(edges: &[(&str, &[&str])]) -> Vec<String> {
        let edge = |(name, used): &(&str, &[&str])| {
            let used = used.iter().map(|used| (*used).to_owned());
            ((*name).to_owned(), used.collect())
        };
        breaches(&edges.iter().map(edge).collect())
    }

    #[test]
    fn an_edge_that_must_not_exist_is_found() {
        assert_eq!(found(&[("stats", &[]), ("job", &["serde", "stats"])]).len(), 1);
        assert_eq!(found(&[("engine", &["job", "stats", "record"])]).len(), 1);
        assert_eq!(found(&[("report", &["rusqlite", "session"])]).len(), 3);
        assert_eq!(
            found(&[("store", &["rusqlite"]), ("fiord", &["clap", "session"])]),
            [""; 0]
        );
    }

    #[test]
    fn every_crate_in_a_rule_exists() {
        std::env::set_current_dir(crate::shell::workspace()).unwrap();
        let uses = uses().unwrap();
        let is_known = |name: &&&str| uses.contains_key(**name) || ["*", "rusqlite", "clap"].contains(*name);
        for Edge(rule, _) in &EDGES {
            let names: Vec<&str> = match rule {
                Never(from, to) => [*from, *to].concat(),
                Only(what, by) => [&[*what], *by].concat(),
            };
            assert_eq!(names.iter().find(|name| !is_known(name)), None);
        }
    }
}
