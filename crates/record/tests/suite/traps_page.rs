//! `docs/traps.md` says what the catalogue says, and the catalogue is in order.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::HashSet;
use std::path::Path;

use fiord_record::truth::{catalogue, pages};

#[test]
fn the_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/traps.md");
    let made = pages::markdown();
    if std::env::var_os("FIORD_UPDATE").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == made,
        "docs/traps.md is stale; run FIORD_UPDATE=1 cargo test -p fiord-record --test suite traps_page"
    );
}

#[test]
fn every_rule_is_whole() {
    let mut seen = HashSet::new();
    for rule in catalogue() {
        assert!(
            seen.insert((rule.id, rule.when)),
            "{} is judged twice at one time",
            rule.id
        );
        let plain = rule.id.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        assert!(plain && !rule.id.is_empty(), "{}", rule.id);
        for (name, text) in [
            ("title", rule.title),
            ("why", rule.why),
            ("attempt", rule.attempt),
            ("example", rule.example),
            ("source", rule.source),
        ] {
            assert!(!text.trim().is_empty(), "{}: no {name}", rule.id);
        }
        // They stand in the middle of lines; sentences are made of them.
        assert!(
            !rule.title.ends_with('.') && !rule.why.ends_with('.'),
            "{}",
            rule.id
        );
    }
}

#[test]
fn rules_of_one_trap_agree_on_what_it_is() {
    for rule in catalogue() {
        let first = catalogue().iter().find(|other| other.id == rule.id).unwrap();
        assert_eq!(first.family, rule.family, "{}", rule.id);
    }
}
