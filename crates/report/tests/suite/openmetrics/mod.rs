//! Reads OpenMetrics text and says what in it breaks the format, or what node_exporter's textfile collector would not take.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};

/// A line with a value: its metric, its labels, its value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) labels: BTreeMap<String, String>,
    pub(crate) value: f64,
}

/// The value of a metric whose labels have these among them; there must be one.
pub(crate) fn value(lines: &[Line], name: &str, labels: &[(&str, &str)]) -> f64 {
    match &find(lines, name, labels)[..] {
        [one] => one.value,
        other => panic!("{name} {labels:?}: {other:#?}"),
    }
}

pub(crate) fn find<'l>(lines: &'l [Line], name: &str, labels: &[(&str, &str)]) -> Vec<&'l Line> {
    let has = |line: &&Line| {
        let mut wanted = labels.iter();
        line.name == name && wanted.all(|(key, value)| line.labels.get(*key).is_some_and(|has| has == value))
    };
    lines.iter().filter(has).collect()
}

/// Reads the text; panics where it breaks a rule.
pub(crate) fn read(text: &str) -> Vec<Line> {
    let body = text.strip_suffix("# EOF\n").expect("the text ends with # EOF");
    let (mut lines, mut seen, mut closed) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    let (mut family, mut has_type) = (String::new(), false);
    for line in body.lines() {
        if let Some(comment) = line.strip_prefix("# ") {
            let mut words = comment.splitn(3, ' ');
            let (kind, name, rest) = (
                words.next().unwrap(),
                words.next().unwrap(),
                words.next().unwrap(),
            );
            if name != family {
                assert!(
                    closed.insert(std::mem::replace(&mut family, name.to_owned())),
                    "{line}"
                );
                assert!(!closed.contains(name), "{line}: its lines do not stand together");
                has_type = false;
            }
            match kind {
                "HELP" => assert!(!rest.trim().is_empty(), "{line}"),
                "TYPE" => {
                    assert_eq!(rest, "gauge", "{line}: the collector knows this one for certain");
                    has_type = true;
                }
                "UNIT" => assert!(name.ends_with(&format!("_{rest}")), "{line}"),
                _ => panic!("{line}: not a line of the format"),
            }
            continue;
        }
        let line = sample(line);
        assert_eq!(line.name, family, "a value without its head");
        assert!(has_type && line.value.is_finite(), "{line:?}");
        assert!(
            seen.insert((line.name.clone(), line.labels.clone())),
            "twice: {line:?}"
        );
        lines.push(line);
    }
    lines
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

fn sample(line: &str) -> Line {
    let (head, value) = line.rsplit_once(' ').expect(line);
    let (name, inner) = match head.split_once('{') {
        Some((name, rest)) => (name, rest.strip_suffix('}').expect(line)),
        None => (head, ""),
    };
    assert!(is_name(name), "{line}");
    let mut labels = BTreeMap::new();
    let mut rest = inner.chars().peekable();
    while rest.peek().is_some() {
        let key: String = rest.by_ref().take_while(|c| *c != '=').collect();
        assert!(is_name(&key) && rest.next() == Some('"'), "{line}");
        let mut value = String::new();
        loop {
            match rest.next().expect(line) {
                '"' => break,
                '\\' => value.push(match rest.next().expect(line) {
                    'n' => '\n',
                    c @ ('\\' | '"') => c,
                    _ => panic!("{line}"),
                }),
                c => value.push(c),
            }
        }
        // Of summaries and histograms; `promtool check metrics` complains of them elsewhere.
        assert!(!["quantile", "le"].contains(&key.as_str()), "{line}");
        assert!(labels.insert(key, value).is_none(), "{line}");
        assert!(matches!(rest.next(), None | Some(',')), "{line}");
    }
    Line {
        name: name.to_owned(),
        labels,
        value: value.parse().expect(line),
    }
}
