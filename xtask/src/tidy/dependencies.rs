//! Licences, duplicates and sources of the crates that fiord is built from, by the allow lists of `deny.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What of `deny.toml` is checked here.
struct Rules {
    licences: Vec<String>,
    /// May come in several versions.
    skipped: Vec<String>,
    banned: Vec<String>,
}

/// A crate of the build.
struct Crate {
    name: String,
    version: String,
    licence: String,
    /// `None` for our own.
    source: Option<String>,
}

pub(super) fn check() -> Result<Vec<String>> {
    let rules = rules(&std::fs::read_to_string("deny.toml").context("deny.toml")?)?;
    Ok(breaches(&rules, &crates()?))
}

fn rules(text: &str) -> Result<Rules> {
    let document = DeTable::parse(text).map_err(|error| anyhow!("deny.toml: {error}"))?;
    let names = |table: &str, key: &str| -> Vec<String> {
        let table = document.get_ref().get(table).map(|table| table.get_ref());
        let list = table
            .and_then(DeValue::as_table)
            .and_then(|table| table.get(key))
            .and_then(|list| list.get_ref().as_array());
        let name = |entry: &Spanned<DeValue>| {
            let entry = entry.get_ref();
            let named = entry.as_table().and_then(|table| table.get("crate"));
            let name = named.map_or(entry, |named| named.get_ref());
            name.as_str().map(str::to_owned)
        };
        list.into_iter()
            .flat_map(|list| list.iter())
            .filter_map(name)
            .collect()
    };
    let rules = Rules {
        licences: names("licenses", "allow"),
        skipped: names("bans", "skip"),
        banned: names("bans", "deny"),
    };
    if rules.licences.is_empty() {
        bail!("deny.toml: [licenses] allow: expected a list of licences");
    }
    Ok(rules)
}

/// Every crate that a build for Linux takes in, tests included.
fn crates() -> Result<Vec<Crate>> {
    let output = Command::new("cargo")
        .args(["metadata", "--format-version=1", "--locked"])
        .args(["--filter-platform", "x86_64-unknown-linux-gnu"])
        .stdin(Stdio::null())
        .output()
        .context("cargo metadata")?;
    if !output.status.success() {
        bail!(
            "cargo metadata: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    let document: Value = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = document["packages"]
        .as_array()
        .context("cargo metadata has no packages")?;
    let package = |package: &Value| Crate {
        name: text(&package["name"]),
        version: text(&package["version"]),
        licence: text(&package["license"]),
        source: package["source"].as_str().map(str::to_owned),
    };
    Ok(packages.iter().map(package).collect())
}

fn breaches(rules: &Rules, crates: &[Crate]) -> Vec<String> {
    let mut breaches = Vec::new();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for Crate {
        name,
        version,
        licence,
        source,
    } in crates
    {
        versions.entry(name).or_default().insert(version);
        if !is_allowed(licence, &rules.licences) {
            breaches.push(format!(
                "{name} {version}: licence `{licence}`; allowed: {}",
                rules.licences.join(", ")
            ));
        }
        if rules.banned.contains(name) {
            breaches.push(format!("{name} {version}: banned by deny.toml"));
        }
        if source
            .as_ref()
            .is_some_and(|source| !source.starts_with("registry+"))
        {
            breaches.push(format!(
                "{name} {version}: comes from neither this repository nor the registry"
            ));
        }
    }
    for skipped in &rules.skipped {
        if versions
            .get(skipped.as_str())
            .is_none_or(|versions| versions.len() < 2)
        {
            breaches.push(format!(
                "{skipped}: comes in one version; take it out of skip in deny.toml"
            ));
        }
    }
    for (name, versions) in versions {
        if versions.len() > 1 && !rules.skipped.iter().any(|skipped| skipped == name) {
            let versions: Vec<&str> = versions.into_iter().collect();
            breaches.push(format!(
                "{name}: comes in the versions {}",
                versions.join(" and ")
            ));
        }
    }
    breaches
}

/// Whether a licence expression (`A OR B`, `(A OR B) AND C`, `A WITH X`, the old `A/B`) can be met from the list.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let met = any(&words, &mut at, allowed);
    at == words.len() && met
}

fn any(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let mut met = every(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        met |= every(words, at, allowed);
    }
    met
}

fn every(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let mut met = licence(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        met &= licence(words, at, allowed);
    }
    met
}

fn licence(words: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let Some(word) = words.get(*at) else {
        return false;
    };
    *at += 1;
    if *word == "(" {
        let met = any(words, at, allowed);
        *at += 1;
        return met;
    }
    let mut name = (*word).to_owned();
    if words.get(*at) == Some(&"WITH") {
        name = format!("{name} WITH {}", words.get(*at + 1).unwrap_or(&""));
        *at += 2;
    }
    allowed.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "[licenses]\nallow = [\"MIT\", \"Apache-2.0\", \"Unicode-3.0\"]\n\
        [bans]\nskip = [{ crate = \"syn\", reason = \"x\" }]\ndeny = [\"bad\"]\n";

    fn a_crate(name: &str, version: &str, licence: &str, source: Option<&str>) -> Crate {
        Crate {
            name: name.to_owned(),
            version: version.to_owned(),
            licence: licence.to_owned(),
            source: source.map(str::to_owned),
        }
    }

    #[test]
    fn a_licence_expression_is_met_from_the_list() {
        let allowed = rules(RULES).unwrap().licences;
        for met in [
            "MIT",
            "GPL-3.0 OR MIT",
            "MIT/GPL-3.0",
            "(GPL-3.0 OR MIT) AND Unicode-3.0",
            "GPL-2.0 WITH x OR MIT",
        ] {
            assert!(is_allowed(met, &allowed), "{met}");
        }
        for not in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "MIT WITH x",
            "(MIT OR Apache-2.0) AND GPL-3.0",
            "MIT MIT",
        ] {
            assert!(!is_allowed(not, &allowed), "{not}");
        }
    }

    #[test]
    fn licences_bans_duplicates_and_sources_are_checked() {
        let rules = rules(RULES).unwrap();
        let registry = Some("registry+x");
        let fine = [
            a_crate("ours", "0.1.0", "Apache-2.0", None),
            a_crate("syn", "2.0.0", "MIT", registry),
            a_crate("syn", "3.0.0", "MIT", registry),
        ];
        assert_eq!(breaches(&rules, &fine), [""; 0]);
        let wrong = [
            a_crate("bad", "1.0.0", "MIT", registry),
            a_crate("copyleft", "1.0.0", "GPL-3.0", registry),
            a_crate("fork", "1.0.0", "MIT", Some("git+x")),
            a_crate("twice", "1.0.0", "MIT", registry),
            a_crate("twice", "2.0.0", "MIT", registry),
        ];
        let found = breaches(&rules, &wrong);
        // The fifth: nothing comes twice that `skip` names.
        assert_eq!(found.len(), 5, "{found:?}");
    }
}
