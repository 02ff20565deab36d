//! `docs/traps.md` says what the definitions say, and they are whole.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use fiord_formats::traps_page;
use fiord_truth::{TrapId, When};

#[test]
fn the_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/traps.md");
    let made = traps_page::markdown();
    if std::env::var_os("FIORD_UPDATE").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == made,
        "docs/traps.md is stale; run FIORD_UPDATE=1 cargo test -p fiord-formats --test suite traps_page"
    );
}

#[test]
fn every_trap_is_whole() {
    for trap in TrapId::ALL {
        let name = trap.name();
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{name}");
        assert!(!trap.about().sources.trim().is_empty(), "{name}: no source");
        let texts: Vec<_> = When::ALL.into_iter().filter_map(|when| trap.text(when)).collect();
        assert!(!texts.is_empty(), "{name} is never judged");
        for text in texts {
            for (part, text) in [
                ("title", text.title),
                ("why", text.why),
                ("advice", text.advice),
                ("example", text.example),
            ] {
                assert!(!text.trim().is_empty(), "{name}: no {part}");
            }
            // They stand in the middle of lines; sentences are made of them.
            assert!(!text.title.ends_with('.') && !text.why.ends_with('.'), "{name}");
        }
    }
}
