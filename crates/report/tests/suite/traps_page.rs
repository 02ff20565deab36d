//! `docs/traps.md` and its translations say what the definitions say, and they are whole.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_messages::Lang;
use std::path::Path;

use fiord_judge::trap::Symptom;
use fiord_judge::{TrapId, When};
use fiord_report::text::traps;

#[test]
fn the_page_is_up_to_date() {
    for lang in Lang::ALL {
        let name = match lang {
            Lang::En => "docs/traps.md".to_owned(),
            lang => format!("docs/{}/traps.md", lang.tag()),
        };
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(&name);
        let made = traps::markdown(lang);
        if std::env::var_os("FIORD_UPDATE").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &made).unwrap();
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            stored == made,
            "{name} is stale; run FIORD_UPDATE=1 cargo test -p fiord-report --test suite traps_page"
        );
    }
}

#[test]
fn traps_stand_in_the_order_of_their_families_and_every_symptom_has_one() {
    let families: Vec<_> = TrapId::ALL.iter().map(|trap| trap.about().family).collect();
    assert!(families.is_sorted(), "{families:?}");
    for symptom in Symptom::ALL {
        let has = |trap: &TrapId| trap.about().symptoms.contains(&symptom);
        assert!(TrapId::ALL.iter().any(has), "{symptom:?} is a symptom of no trap");
    }
}

/// What a definition says, it says as the house writes.
#[test]
fn every_advice_is_an_imperative() {
    let first_words = [
        "is", "are", "the", "a", "an", "this", "that", "it", "nothing", "none", "not", "there", "only",
    ];
    for trap in TrapId::ALL {
        for text in When::ALL.into_iter().filter_map(|when| trap.text(when)) {
            let advice = (text.advice)(Lang::En).to_lowercase();
            let first = advice.split_whitespace().next().unwrap_or_default();
            assert!(!first_words.contains(&first), "{}: {advice}", trap.name());
        }
    }
}

#[test]
fn every_trap_is_whole() {
    for trap in TrapId::ALL {
        let name = trap.name();
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{name}");
        let about = trap.about();
        assert!(!about.sources.trim().is_empty(), "{name}: no source");
        assert!(!about.symptoms.is_empty(), "{name}: no symptom");
        let times = |symptom| about.symptoms.iter().filter(|other| *other == symptom).count();
        assert!(
            about.symptoms.iter().all(|symptom| times(symptom) == 1),
            "{name}: a symptom twice"
        );
        // The same evidence is not asked for twice.
        for when in When::ALL {
            let needs = trap.needs(when);
            assert!(
                (1..needs.len()).all(|at| !needs[..at].contains(&needs[at])),
                "{name}: {needs:?}"
            );
        }
        let texts: Vec<_> = When::ALL.into_iter().filter_map(|when| trap.text(when)).collect();
        assert!(!texts.is_empty(), "{name} is never judged");
        for text in texts {
            let [title, why, advice, example] =
                [text.title, text.why, text.advice, text.example].map(|part| part(Lang::En));
            assert!(!example.is_empty() && !title.ends_with('.'), "{name}: {title}");
            for sentence in [why, advice] {
                let first = sentence.split_whitespace().next().unwrap_or_default();
                // The name of an option stays as it is.
                let begins_well = !first.starts_with(char::is_lowercase)
                    || first.contains(['=', '_', '('])
                    || first == "fio";
                assert!(begins_well && sentence.ends_with('.'), "{name}: {sentence}");
            }
        }
    }
}
