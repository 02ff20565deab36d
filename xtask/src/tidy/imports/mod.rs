//! Finds circles of files, imports that run up a floor between crates, and crates that are too large.

mod edges;
mod modules;
mod resolve;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use self::edges::Edges;
use self::modules::{FileId, Tree};
use super::ratchet::Ratchet;

/// Which of our crates each crate may use, by folder name; tests may use what they like. A crate that is missing here is an error.
const FLOORS: [(&str, &[&str]); 33] = [
    ("job", &[]),
    ("stats", &[]),
    ("host", &[]),
    ("workload", &["job", "stats"]),
    ("iolog", &["workload", "job"]),
    ("sim", &["workload", "job"]),
    ("passthrough", &["job"]),
    ("targets", &["passthrough", "workload", "job"]),
    (
        "engine",
        &[
            "targets",
            "passthrough",
            "sim",
            "iolog",
            "workload",
            "job",
            "stats",
        ],
    ),
    ("control", &["engine", "iolog", "workload", "job", "stats"]),
    ("record", &["job", "stats", "host"]),
    ("prepare", &["workload", "record", "host", "stats", "job"]),
    (
        "session",
        &[
            "control", "engine", "iolog", "workload", "record", "host", "stats", "job",
        ],
    ),
    ("case", &["record", "job", "stats", "host"]),
    ("truth", &["case", "record", "job", "stats", "host"]),
    ("verdict", &["truth", "case", "record", "job", "stats", "host"]),
    (
        "words",
        &["verdict", "truth", "case", "record", "job", "stats", "host"],
    ),
    ("study", &["case", "record", "job", "stats", "host"]),
    ("compare", &["record", "job", "stats", "host"]),
    ("page", &["record", "job", "stats", "host"]),
    ("store", &["record"]),
    (
        "formats",
        &[
            "compare", "study", "words", "verdict", "truth", "case", "record", "job", "stats", "host",
        ],
    ),
    (
        "import",
        &[
            "formats", "words", "verdict", "truth", "case", "record", "job", "stats",
        ],
    ),
    ("watch", &["formats", "host"]),
    ("ranks", &[]),
    (
        "hosts",
        &[
            "ranks", "session", "formats", "words", "verdict", "record", "control", "engine", "job",
        ],
    ),
    ("manual", &["job"]),
    (
        "fio",
        &[
            "session", "formats", "record", "control", "engine", "host", "stats", "job",
        ],
    ),
    ("ground", &["fio", "session", "study", "host", "job"]),
    ("selfcost", &["session", "formats", "case", "record", "job"]),
    (
        "survey",
        &[
            "formats", "compare", "study", "words", "truth", "case", "record", "job", "stats", "host",
        ],
    ),
    (
        "fiord",
        &[
            "ground", "selfcost", "survey", "fio", "session", "prepare", "import", "watch", "manual",
            "formats", "page", "store", "compare", "study", "words", "verdict", "truth", "case", "record",
            "control", "engine", "iolog", "workload", "hosts", "host", "stats", "job",
        ],
    ),
    ("testbed", &[]),
];

/// One crate of the workspace as cargo describes it.
pub(super) struct Package {
    /// Name of its folder.
    pub(super) name: String,
    root: PathBuf,
    /// Names of the folders of the crates that it uses, tests aside.
    uses: Vec<String>,
}

/// Asks cargo for the crates of the workspace.
pub(super) fn packages() -> Result<Vec<Package>> {
    let output = std::process::Command::new("cargo")
        .args(["metadata", "--no-deps", "--format-version=1"])
        .output()
        .context("cargo metadata")?;
    let document: Value = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let folder_name = |path: &Path| {
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let mut packages = Vec::new();
    for package in list(&document["packages"]) {
        let manifest = PathBuf::from(package["manifest_path"].as_str().context("manifest_path")?);
        let folder = manifest.parent().context("a manifest lies in a folder")?;
        let root = ["src/lib.rs", "src/main.rs"]
            .into_iter()
            .map(|root| folder.join(root))
            .find(|root| root.is_file())
            .with_context(|| format!("{} has neither lib.rs nor main.rs", folder.display()))?;
        let uses = list(&package["dependencies"]);
        let uses = uses.iter().filter(|used| used["kind"] != "dev");
        packages.push(Package {
            name: folder_name(folder),
            root,
            uses: uses
                .filter_map(|used| Some(folder_name(Path::new(used["path"].as_str()?))))
                .collect(),
        });
    }
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(packages)
}

/// Imports between crates that the table of floors does not allow.
pub(super) fn upward(packages: &[Package]) -> Vec<String> {
    let mut breaches = Vec::new();
    for package in packages.iter().filter(|package| package.name != "xtask") {
        let Some((_, allowed)) = FLOORS.iter().find(|(name, _)| *name == package.name) else {
            breaches.push(format!(
                "crates/{}: not in the table of floors; add it to xtask/src/tidy/imports/mod.rs",
                package.name
            ));
            continue;
        };
        for used in package
            .uses
            .iter()
            .filter(|used| !allowed.contains(&used.as_str()))
        {
            breaches.push(format!(
                "crates/{}: uses {used}; allowed: {}",
                package.name,
                if allowed.is_empty() {
                    "none of ours".to_owned()
                } else {
                    allowed.join(", ")
                }
            ));
        }
    }
    breaches
}

/// Lines that a crate may have, tests left out: comments and empty lines count.
const CRATE_LINES: usize = 12_000;

/// Crates with more lines than [`CRATE_LINES`]. Nothing excepts one.
pub(super) fn large(packages: &[Package]) -> Result<Vec<String>> {
    let mut breaches = Vec::new();
    for package in packages {
        let lines = lines(&Tree::read(&package.root)?);
        breaches.extend(too_large(&package.name, lines));
    }
    Ok(breaches)
}

fn lines(tree: &Tree) -> usize {
    tree.files.iter().map(|file| file.lines).sum()
}

fn too_large(name: &str, lines: usize) -> Option<String> {
    (lines > CRATE_LINES).then(|| {
        format!("crates/{name}: {lines} lines without tests; allowed: {CRATE_LINES}; cut it where its files know least of each other")
    })
}

/// Imports that are part of a circle of files, against the list of those known.
pub(super) fn circles(packages: &[Package]) -> Result<Vec<String>> {
    let mut found = BTreeMap::new();
    let mut shown = BTreeMap::new();
    for package in packages {
        let tree = Tree::read(&package.root)?;
        let edges = edges::edges(&tree);
        for (edge, circle) in circular(&edges) {
            let key = format!("{} -> {}", show(&tree, edge.0), show(&tree, edge.1));
            shown.insert(key.clone(), describe(&tree, &edges, &circle));
            found.insert(key, 1);
        }
    }
    let mut breaches = Ratchet::read("xtask/circles.txt")?.check(&found, |key, _, _| {
        format!("a new circle of files: {}", shown[key])
    })?;
    breaches.sort();
    breaches.dedup();
    Ok(breaches)
}

fn show(tree: &Tree, file: FileId) -> String {
    let path = &tree.files[file].path;
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).display().to_string()
}

fn describe(tree: &Tree, edges: &Edges, circle: &[FileId]) -> String {
    let next = circle.iter().cycle().skip(1);
    let steps = circle.iter().zip(next).map(|(from, to)| {
        let line = edges.get(&(*from, *to)).copied().unwrap_or_default();
        format!("{}:{line}", show(tree, *from))
    });
    let mut steps: Vec<String> = steps.collect();
    steps.push(show(tree, circle[0]));
    steps.join(" → ")
}

/// Every edge that lies on a circle, with the shortest circle through it.
fn circular(edges: &Edges) -> Vec<((FileId, FileId), Vec<FileId>)> {
    let mut next: BTreeMap<FileId, BTreeSet<FileId>> = BTreeMap::new();
    for (from, to) in edges.keys() {
        next.entry(*from).or_default().insert(*to);
    }
    let through = |(from, to): &(FileId, FileId)| Some(((*from, *to), shortest(&next, *to, *from)?));
    edges
        .keys()
        .filter_map(through)
        .map(|(edge, way)| (edge, rotated(way)))
        .collect()
}

/// The files from one to another, both included.
fn shortest(next: &BTreeMap<FileId, BTreeSet<FileId>>, from: FileId, to: FileId) -> Option<Vec<FileId>> {
    let mut before = BTreeMap::from([(from, from)]);
    let mut open = VecDeque::from([from]);
    while let Some(at) = open.pop_front() {
        if at == to {
            let mut way = vec![at];
            while let Some(last) = way.last().copied().filter(|last| *last != from) {
                way.push(before[&last]);
            }
            way.reverse();
            return Some(way);
        }
        for file in next.get(&at).into_iter().flatten() {
            if !before.contains_key(file) {
                before.insert(*file, at);
                open.push_back(*file);
            }
        }
    }
    None
}

/// The same circle, however it was found: begun at its first file.
fn rotated(mut circle: Vec<FileId>) -> Vec<FileId> {
    let first = (0..circle.len()).min_by_key(|at| circle[*at]).unwrap_or(0);
    circle.rotate_left(first);
    circle
}

#[cfg(test)]
mod tests;
