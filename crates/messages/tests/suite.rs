//! The compiler of message files, and what holds for every message.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../build/catalog.rs"]
mod catalog;
#[path = "../build/emit.rs"]
mod emit;

use std::collections::BTreeMap;
use std::path::Path;

use catalog::{ArgumentType, Translated};
use fiord_messages::{Lang, MISSING, Sentence};

/// The messages of an English and a Chinese text.
fn compiled(english: &str, chinese: &str) -> Result<BTreeMap<String, Translated>, String> {
    let mut messages = BTreeMap::new();
    catalog::add(&mut messages, 0, english)?;
    catalog::add(&mut messages, 1, chinese)?;
    for message in messages.values_mut() {
        catalog::settle(message)?;
    }
    Ok(messages)
}

fn refusal(english: &str, chinese: &str) -> String {
    compiled(english, chinese)
        .err()
        .unwrap_or_else(|| panic!("accepted: {english}"))
}

#[test]
fn arguments_are_typed_by_their_choices_in_any_language() {
    let english = "a = { $n } of { $name }\nb = { $kept ->\n    [yes] Kept.\n   *[no] Lost.\n }\nc = { $ddir ->\n    [read] Read\n   *[write] Wrote\n } it.\n";
    let messages = compiled(
        english,
        "a = { $name } { $n ->\n    [one] 1\n   *[other] { $n }\n }\n",
    )
    .unwrap();
    let kinds = |id: &str| {
        messages[id]
            .arguments
            .iter()
            .map(|(_, kind)| kind.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(kinds("a"), [ArgumentType::Count, ArgumentType::Display]);
    assert_eq!(kinds("b"), [ArgumentType::Bool]);
    assert!(matches!(kinds("c")[..], [ArgumentType::Word(_)]));
}

#[test]
fn what_cannot_be_translated_is_refused_and_says_why() {
    for (english, chinese, problem) in [
        ("a = x { $n }", "a = x { $m }", "uses the arguments"),
        ("a = x", "b = x", "b: is not in English"),
        ("a = x\na = y", "", "defined twice"),
        ("a = x", "a = y\na = z", "defined twice"),
        ("a = ; and more", "", "begins with a separator"),
        ("a = {\" \"}by us", "", "begins with a separator"),
        ("a = x\n    .title = y", "", "attributes"),
        ("-term = x", "", "terms"),
        ("a = { b }", "", "only `{ $argument }`"),
        ("a = { NUMBER($n) }", "", "only `{ $argument }`"),
        (
            "a = { $n ->\n    [1] x\n   *[other] y\n }",
            "",
            "use [one] and [other]",
        ),
        (
            "a = { $n ->\n    [one] x\n   *[no] y\n }",
            "",
            "more than one type",
        ),
        (
            "a = { $n ->\n    [other] x\n   *[one] y\n }",
            "",
            "*[one] cannot be the default",
        ),
        ("a = { $n", "", "line 1"),
    ] {
        let said = refusal(english, chinese);
        assert!(said.contains(problem), "{english:?}: {said}");
    }
}

#[test]
fn the_same_files_make_the_same_source_and_a_missing_translation_is_english_and_listed() {
    let modules = || {
        let messages = compiled(
            "got = Got { $n ->\n    [one] 1 I/O\n   *[other] { $n } I/Os\n }.\nnone = \"None\"",
            "none = 无",
        )
        .unwrap();
        BTreeMap::from([(vec!["traps".to_owned(), "x".to_owned()], messages)])
    };
    let source = emit::source(&modules());
    assert_eq!(source, emit::source(&modules()));
    assert!(
        source.contains("(\"zh-CN\", \"traps/x/got\"),") && !source.contains("(\"zh-CN\", \"traps/x/none\")"),
        "{source}"
    );
    assert!(!source.contains('\u{2068}'));
}

#[test]
fn help_is_found_by_verb_and_option() {
    use fiord_messages::HELP;
    assert!(HELP.is_sorted_by_key(|(verb, option, _)| (*verb, *option)));
    assert!(
        HELP.iter()
            .any(|(verb, option, _)| (*verb, *option) == ("run", "strict"))
    );
}

#[test]
fn counts_have_their_thousands_apart_and_one_is_singular() {
    use fiord_messages::traps::few_samples::{Got, Planned};
    let planned = |ios| Planned {
        ios,
        counts: &"2 above p99",
    };
    assert!(
        planned(1859).text(Lang::En).contains("does 1,859 I/Os."),
        "{}",
        planned(1859).text(Lang::En)
    );
    assert!(
        planned(1).text(Lang::En).contains("does 1 I/O."),
        "{}",
        planned(1).text(Lang::En)
    );
    let got = Got {
        beyond: &92,
        samples: &"1,859",
        first: &"p95",
    };
    assert_eq!(
        got.text(Lang::ZhCn),
        "1,859 个 I/O 中超过 p95 的只有 92 个：p95 及更高的百分位不可靠。"
    );
}

#[test]
fn numbers_are_written_as_the_language_has_them() {
    use fiord_messages::traps::few_samples::Got;
    let got = |first: &str, lang| {
        Got {
            beyond: &"≥ 99.9 %",
            samples: &"2 days, 1 %",
            first: &first,
        }
        .text(lang)
    };
    assert!(got("p95", Lang::En).contains("≥ 99.9 %"));
    for lang in [Lang::ZhCn, Lang::ZhTw] {
        let text = got("p95", lang);
        assert!(text.contains("≥ 99.9%") && text.contains("2 天, 1%"), "{text}");
        assert!(got("all %", lang).contains("all %"));
    }
    let share = fiord_messages::traps::small_file::OfDeviceShare {
        target: &"16 MiB",
        share: &"< 0.1 %",
    };
    let chinese = share.text(Lang::ZhCn);
    assert!(chinese.contains("（占设备的 < 0.1%）"), "{chinese}");
}

#[test]
fn a_locale_names_its_language_and_others_are_not_guessed() {
    for (locale, lang) in [
        ("C", Some(Lang::En)),
        ("en_US.UTF-8", Some(Lang::En)),
        ("zh_CN.UTF-8", Some(Lang::ZhCn)),
        ("zh-Hans", Some(Lang::ZhCn)),
        ("zh_SG", Some(Lang::ZhCn)),
        ("zh", Some(Lang::ZhCn)),
        ("zh_TW.UTF-8", Some(Lang::ZhTw)),
        ("zh-Hant-HK", Some(Lang::ZhTw)),
        ("zh_MO", Some(Lang::ZhTw)),
        ("zh_CN.utf8@pinyin", Some(Lang::ZhCn)),
        // A terminal of another encoding would show other characters.
        ("zh_CN.GB18030", None),
        ("de_DE@euro", None),
        ("", None),
    ] {
        assert_eq!(Lang::from_locale(locale), lang, "{locale}");
    }
    for lang in Lang::ALL {
        assert_eq!(Lang::from_locale(lang.tag()), Some(lang));
        assert_eq!(Lang::from_tag(&lang.tag().to_lowercase()), Some(lang));
    }
}

/// Reading refuses a message that English does not have, or has with other arguments.
#[test]
fn the_files_of_this_crate_hold_the_rules_and_missing_translations_are_counted() {
    let modules = catalog::read(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let all: usize = modules.values().map(BTreeMap::len).sum();
    assert!(modules.len() > 1);
    for lang in Lang::ALL {
        let of_lang = MISSING.iter().filter(|(tag, _)| *tag == lang.tag());
        let missing = of_lang.count();
        println!("{}: {missing} of {all} messages are missing", lang.tag());
        assert!(missing < all && (lang != Lang::En || missing == 0));
    }
}

#[test]
fn every_message_is_in_every_language() {
    let missing = MISSING;
    assert!(missing.is_empty(), "{} missing: {missing:?}", missing.len());
}

/// The literal parts of a text, without what is typed on a command line.
fn words(text: &catalog::Text) -> String {
    let mut all = String::new();
    for part in text {
        match part {
            catalog::Part::Literal(literal) => all.push_str(literal),
            catalog::Part::Argument(_) => all.push('0'),
            catalog::Part::Choice { variants, other, .. } => {
                for (_, text) in variants.iter().chain([other]) {
                    all.push_str(&words(text));
                }
            }
        }
    }
    all.split('`').step_by(2).collect()
}

fn has_blank_in_chinese(text: &str) -> bool {
    let is_chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let chars: Vec<char> = text.chars().collect();
    chars
        .windows(3)
        .any(|three| is_chinese(three[0]) && three[1] == ' ' && is_chinese(three[2]))
}

#[test]
fn each_concept_has_one_term_in_each_language() {
    let glossary = include_str!("../glossary.tsv");
    let rows = glossary
        .lines()
        .skip(2)
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let refused: Vec<(usize, String, String)> = rows
        .flat_map(|row| {
            let of = |at: usize| {
                let term = row[at].to_owned();
                let others = row.get(at + 2).copied().unwrap_or_default();
                others
                    .split(' ')
                    .filter(|other| !other.is_empty())
                    .map(move |other| (at, other.to_owned(), term.clone()))
                    .collect::<Vec<_>>()
            };
            [of(1), of(2)].concat()
        })
        .collect();
    assert!(refused.len() > 50, "{}", refused.len());
    let modules = catalog::read(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    let mut wrong = Vec::new();
    for (module, messages) in &modules {
        for (id, message) in messages {
            for (at, text) in message.texts.iter().enumerate().skip(1) {
                let Some(text) = text else { continue };
                let words = words(text);
                let hits = refused
                    .iter()
                    .filter(|(language, other, _)| *language == at && words.contains(other));
                let place = format!("{}/{id}", module.join("/"));
                wrong.extend(hits.map(|(_, other, term)| format!("{place}: {other}; use {term}")));
                // The line of keys has blanks between its columns.
                if module.join("/") != "watch_screen" && has_blank_in_chinese(&words) {
                    wrong.push(format!("{place}: a blank between Chinese characters"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_the_system_says_is_translated_and_what_is_not_known_stays() {
    let denied = std::io::Error::from_raw_os_error(13).to_string();
    let denied = denied.split(" (").next().unwrap();
    assert_eq!(
        fiord_messages::system_error(denied, Lang::En),
        "Permission denied"
    );
    assert_eq!(fiord_messages::system_error(denied, Lang::ZhTw), "權限不足");
    assert_eq!(fiord_messages::system_error("No job", Lang::ZhTw), "No job");
}

#[test]
fn a_sentence_has_its_text_in_each_language() {
    let sentence = Sentence::new(Lang::tag);
    assert_eq!(
        Lang::ALL.map(|lang| sentence.text(lang)),
        ["en", "zh-CN", "zh-TW"]
    );
    assert_eq!(sentence.map(str::to_uppercase).text(Lang::ZhTw), "ZH-TW");
    assert_eq!(Sentence::verbatim("rw=read").text(Lang::ZhCn), "rw=read");
    assert_eq!(Sentence::from(Lang::tag), sentence);
}

#[test]
fn a_sentence_is_stored_with_each_text_and_one_text_is_a_string() {
    let sentence = Sentence::new(Lang::tag);
    let stored = serde_json::to_string(&sentence).unwrap();
    assert_eq!(stored, r#"{"en":"en","zh-CN":"zh-CN","zh-TW":"zh-TW"}"#);
    assert_eq!(serde_json::from_str::<Sentence>(&stored).unwrap(), sentence);
    let same = Sentence::verbatim("rw=read");
    assert_eq!(serde_json::to_string(&same).unwrap(), r#""rw=read""#);
    // As records of before were stored, and a language that a later version drops or adds.
    assert_eq!(serde_json::from_str::<Sentence>(r#""rw=read""#).unwrap(), same);
    let other: Sentence = serde_json::from_str(r#"{"en":"yes","zh-CN":"是","fr":"oui"}"#).unwrap();
    assert_eq!(Lang::ALL.map(|lang| other.text(lang)), ["yes", "是", "yes"]);
}
