//! Topics fit a screen, their commands are commands, and `docs/topics.md` and its translations say what they say.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use fiord_judge::TrapId;
use fiord_judge::topics::{self, Explainable, named};
use fiord_messages::Lang;
use fiord_report::text::findings::Detail;
use fiord_report::text::{Page, display_width, findings, topics as page};

#[test]
fn the_page_is_up_to_date() {
    for lang in Lang::ALL {
        let name = match lang {
            Lang::En => "docs/topics.md".to_owned(),
            lang => format!("docs/{}/topics.md", lang.tag()),
        };
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(&name);
        let made = page::markdown(lang);
        if std::env::var_os("FIORD_UPDATE").is_some() {
            std::fs::write(&path, &made).unwrap();
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            stored == made,
            "{name} is stale; run FIORD_UPDATE=1 cargo test -p fiord-report --test suite topics_page"
        );
    }
}

fn fits(page: &Page, name: &str) {
    for width in [40, 80, 200] {
        for line in page.text(Some(width), false).lines() {
            // A word that is longer than the screen is a command's, and stays whole to be copied.
            let is_one_word = line.split_whitespace().filter(|word| *word != "\\").count() == 1;
            assert!(
                display_width(line) <= width || is_one_word,
                "{name}, {width}: {line}"
            );
        }
    }
}

#[test]
fn every_topic_fits_a_screen_in_every_language() {
    let mut wrong = Vec::new();
    for lang in Lang::ALL {
        fits(&page::list(lang), "list");
        for topic in topics::all() {
            let shown = page::page(&[Explainable::Topic(topic)], Detail::Line, lang);
            fits(&shown, topic.name);
            let all = page::page(&[Explainable::Topic(topic)], Detail::Reasons, lang);
            fits(&all, topic.name);
            let text = shown.text(Some(80), false);
            let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
            if !(10..=20).contains(&lines) {
                wrong.push(format!("{}, {}: {lines} lines\n{text}", topic.name, lang.tag()));
            }
            for figure in topic.figure.lines() {
                assert!(text.contains(figure), "{}:\n{text}", topic.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A rule of each name is on its page with its advice, and the topic that explains it can be asked for.
#[test]
fn every_rule_is_explained_and_names_its_topic() {
    for lang in Lang::ALL {
        for rule in topics::rules() {
            let found = named(rule);
            assert!(!found.is_empty(), "{rule}");
            let shown = page::page(&found, Detail::Line, lang);
            fits(&shown, rule);
            let text = shown.text(None, false);
            assert!(text.contains(rule), "{rule}:\n{text}");
            let topics = TrapId::find(rule).map_or(&[][..], |trap| trap.about().topics);
            let names: Vec<&str> = topics.iter().map(|topic| topic.name).collect();
            for name in &names {
                assert!(
                    matches!(named(name).first(), Some(Explainable::Topic(_))),
                    "{rule}"
                );
            }
            if !names.is_empty() {
                let alone = page::page(&found[found.len() - 1..], Detail::Line, lang).text(None, false);
                assert!(
                    alone.contains(&format!("`fiord explain {}`", names.join(" "))),
                    "{rule}:\n{alone}"
                );
            }
        }
    }
}

/// What a reader types is found whatever its case, and a word that is a topic and a rule shows both.
#[test]
fn a_name_is_found_as_it_is_typed() {
    for typed in ["TLC", "page_cache", "Little", "TRIM", "WAF"] {
        assert!(matches!(named(typed)[..], [Explainable::Topic(_)]), "{typed}");
    }
    assert!(matches!(
        named("noise")[..],
        [Explainable::Topic(_), Explainable::Trap(TrapId::Noise)]
    ));
    assert!(matches!(named("straggler")[..], [Explainable::Hosts(_)]));
    assert!(named("cach-read").is_empty());
}

/// Findings of the same topic end with it once.
#[test]
fn a_topic_is_named_once() {
    let background = |rules: &[&'static str]| findings::background(rules.iter().copied(), Lang::En);
    let named = background(&["cache-read", "no-target", "small-file", "noise"]);
    assert_eq!(
        named.as_deref(),
        Some("Background: `fiord explain page-cache noise`.")
    );
    assert_eq!(background(&["no-target", "straggler"]), None);
}
