//! The option table against the list of fio's options, and every entry against its own default and words.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::typed;

use std::collections::HashSet;

use fiord_job::diagnostic::Level;
use fiord_job::options::{self, OptionSpec, Support, ValueKind};
use fiord_messages::Lang;
use typed::{errors, job, lower_one};

const NAMES: &str = include_str!("../data/fio-option-names.tsv");

/// Options that exist although fio does not have them.
fn is_ours(spec: &OptionSpec) -> bool {
    spec.name.starts_with("sim_")
}

#[test]
fn table_holds_every_option_of_fio_and_nothing_else() {
    let mut listed = HashSet::new();
    for line in NAMES.lines().filter(|line| !line.starts_with('#')) {
        let (name, alias) = line.split_once('\t').unwrap();
        let spec = options::find(name).unwrap_or_else(|| panic!("{name} is missing"));
        assert_eq!(spec.name, name);
        assert_eq!(spec.alias.unwrap_or(""), alias, "alias of {name}");
        listed.insert(name);
    }
    assert_eq!(listed.len(), 381);
    for spec in options::all() {
        assert!(
            listed.contains(spec.name) || is_ours(spec),
            "{} is not an option of fio",
            spec.name
        );
    }
}

#[test]
fn names_and_aliases_are_unique() {
    let mut seen = HashSet::new();
    for spec in options::all() {
        assert!(seen.insert(spec.name), "{} twice", spec.name);
        if let Some(alias) = spec.alias {
            assert!(seen.insert(alias), "{alias} twice");
        }
    }
}

#[test]
fn every_entry_says_what_it_is_and_only_supported_ones_do_something() {
    for spec in options::all() {
        assert!(
            spec.doc.ends_with('.') && spec.doc.len() >= 10,
            "doc of {}",
            spec.name
        );
        match spec.support {
            Support::Supported => assert!(spec.setter.is_some(), "{}", spec.name),
            // Its value may be checked.
            Support::Accepted(why) => assert!(why(Lang::En).len() > 8, "{}", spec.name),
            Support::Refused(why) => {
                assert!(why(Lang::En).len() > 8 && spec.setter.is_none(), "{}", spec.name)
            }
        }
    }
}

/// The engine under which an option may be given.
fn with_engine(spec: &OptionSpec, value: Option<&str>) -> Vec<fiord_job::diagnostic::Diagnostic> {
    let mut own: Vec<(&str, Option<&str>)> = Vec::new();
    if let Some(engine) = spec.engines.first() {
        own.push(("ioengine", Some(engine)));
        if *engine == "cpuio" && spec.name != "cpuload" {
            own.push(("cpuload", Some("50")));
        }
        if *engine == "exec" && spec.name != "program" {
            own.push(("program", Some("true")));
        }
        if *engine == "e4defrag" {
            own.push(("rw", Some("write")));
            if spec.name != "donorname" {
                own.push(("donorname", Some("donor")));
            }
        }
    }
    if spec.name == "dataplacement" {
        own.push(("ioengine", Some("io_uring_cmd")));
        if value == Some("streams") {
            own.push(("plids", Some("1")));
        }
    }
    if spec.name == "verify_mode" && value == Some("compare") {
        own.extend([("verify", Some("pattern")), ("verify_pattern", Some("1"))]);
    }
    if spec.name.starts_with("zone") && !matches!(value, Some("none" | "0")) {
        own.extend([("zonemode", Some("strided")), ("zonesize", Some("1m"))]);
    }
    own.push((spec.name, value));
    lower_one(&own).diagnostics
}

#[test]
fn every_default_is_legal() {
    for spec in options::all().filter(|spec| !spec.default.is_empty()) {
        if matches!(spec.support, Support::Refused(_)) {
            continue;
        }
        let found: Vec<_> = with_engine(spec, Some(spec.default))
            .into_iter()
            .filter(|diagnostic| diagnostic.level != Level::Note)
            .collect();
        assert_eq!(found, [], "{}={}", spec.name, spec.default);
    }
}

#[test]
fn a_default_that_is_given_changes_nothing() {
    let plain = lower_one(&[]).plan.jobs.remove(0);
    for spec in
        options::all().filter(|spec| matches!(spec.support, Support::Supported) && !spec.default.is_empty())
    {
        if spec.name == "thread" || !spec.engines.is_empty() {
            continue;
        }
        let mut given = lower_one(&[(spec.name, Some(spec.default))]).plan.jobs.remove(0);
        given.options = None;
        given.given.clear();
        assert_eq!(given, plain, "{}={}", spec.name, spec.default);
    }
}

#[test]
fn sim_defaults_are_those_of_the_plan() {
    let plain = lower_one(&[("ioengine", Some("sim"))]).plan.jobs.remove(0).engine;
    let mut own = vec![("ioengine", Some("sim"))];
    own.extend(
        options::all()
            .filter(|spec| is_ours(spec))
            .map(|spec| (spec.name, Some(spec.default))),
    );
    assert_eq!(lower_one(&own).plan.jobs.remove(0).engine, plain);
}

#[test]
fn every_word_is_legal_or_refused_by_name() {
    for spec in options::all() {
        if !matches!(spec.kind, ValueKind::Choice | ValueKind::Words) {
            continue;
        }
        for word in spec.names() {
            let text = match word {
                "zoned" => "zoned:50/10:50/90",
                "zoned_abs" => "zoned_abs:50/1g:50/2g",
                "sequence" => "sequence:2,0,1",
                word => word,
            };
            for diagnostic in with_engine(spec, Some(text)) {
                let refused = diagnostic.message.text(Lang::En).contains("fiord does not have");
                assert!(
                    diagnostic.level != Level::Error || refused,
                    "{}={word}: {diagnostic:?}",
                    spec.name
                );
            }
        }
        let found = with_engine(spec, Some("no-such-word"));
        assert!(
            found.iter().any(|diagnostic| diagnostic.level == Level::Error),
            "{}",
            spec.name
        );
    }
}

#[test]
fn refused_options_are_named_with_the_reason() {
    for spec in options::all() {
        let Support::Refused(why) = spec.support else {
            continue;
        };
        let value = match (spec.kind, spec.range) {
            (ValueKind::Choice, _) => (*spec.names().last().unwrap()).to_owned(),
            (ValueKind::FloatList, _) => "0.5".to_owned(),
            (ValueKind::Bool | ValueKind::Set, _) => "1".to_owned(),
            (_, Some((min, _))) => (min + 50).to_string(),
            _ => "200".to_owned(),
        };
        let value = value.as_str();
        let found = errors(&with_engine(spec, Some(value)));
        assert!(
            found
                .iter()
                .any(|message| message.contains(spec.name) && message.contains(why(Lang::En))),
            "{}={value}: {found:?}",
            spec.name
        );
    }
}

#[test]
fn bare_options_are_flags_and_logs() {
    for spec in options::all() {
        let lowered = lower_one(&[(spec.name, None)]);
        let needs = errors(&lowered.diagnostics)
            .iter()
            .any(|message| message.contains("needs a value"));
        let may_be_bare = matches!(spec.kind, ValueKind::Set | ValueKind::OptionalText);
        assert_eq!(needs, !may_be_bare, "{}", spec.name);
    }
}

#[test]
fn engine_options_need_their_engine() {
    let lowered = lower_one(&[("ioengine", Some("psync")), ("fixedbufs", None)]);
    assert_eq!(
        errors(&lowered.diagnostics),
        ["`fixedbufs` is not an option of the engine psync"]
    );
    let lowered = lower_one(&[("fixedbufs", None), ("ioengine", Some("io_uring"))]);
    assert_eq!(errors(&lowered.diagnostics), Vec::<String>::new());
    assert!(job(lowered).engine.fixedbufs);
}
