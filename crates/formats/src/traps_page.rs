//! The catalogue as a page for users: `docs/traps.md`. A pure function; a test keeps the page equal to it.

use std::fmt::Write;

use super::catalogue;
use super::rule::{Family, Rule, When};

const HEAD: &str = "<!-- Made from the catalogue in crates/record/src/truth by: FIORD_UPDATE=1 cargo test -p fiord-record --test suite traps_page -->

# Traps

What makes a storage number untrue. `fiord explain` judges by the plan, `fiord doctor` by the machine, and a run by what happened.

- **wrong**: the number is not what it seems to be.
- **care**: the number stands, with this beside it.
- **note**: good to know.

S1 to S5 are published reports whose commands `docs/seed-traps.md` goes through: ssd-on-mac-vm-1, -2, -3, ssd-san-sas-comparison and
micron-2210-report. The targets in the examples are those of the tests: `warm` is in memory, `cold` is not, `fresh` is yet to be made.

";

/// The page, in Markdown.
pub fn markdown() -> String {
    let mut out = HEAD.to_owned();
    out.push_str("| trap | what it is | judged |\n|---|---|---|\n");
    let ids = ids();
    for id in &ids {
        let rules = of(id);
        let Some(first) = rules.first() else { continue };
        let _ = writeln!(out, "| [`{id}`](#{id}) | {} | {} |", first.title, times(&rules));
    }
    for family in Family::ALL {
        let mine: Vec<&&str> = ids
            .iter()
            .filter(|id| of(id).first().is_some_and(|rule| rule.family == family))
            .collect();
        if mine.is_empty() {
            continue;
        }
        let _ = write!(out, "\n## {}\n", title(family));
        for id in mine {
            trap(&mut out, id);
        }
    }
    out
}

/// Every id once, in the order of the catalogue.
fn ids() -> Vec<&'static str> {
    let mut ids: Vec<&'static str> = Vec::new();
    for rule in catalogue() {
        if !ids.contains(&rule.id) {
            ids.push(rule.id);
        }
    }
    ids
}

fn of(id: &str) -> Vec<&'static Rule> {
    catalogue().iter().copied().filter(|rule| rule.id == id).collect()
}

fn times(rules: &[&Rule]) -> String {
    let words: Vec<&str> = rules
        .iter()
        .map(|rule| match rule.when {
            When::Plan => "before",
            When::Machine => "doctor",
            When::Run => "after",
        })
        .collect();
    words.join(", ")
}

fn title(family: Family) -> &'static str {
    match family {
        Family::Source => "Where the bytes came from",
        Family::Target => "Which blocks of which target",
        Family::Depth => "How many at once",
        Family::Durability => "How writes reach the medium",
        Family::Options => "Options that do something else",
        Family::Duration => "How long, and how many samples",
        Family::Latency => "What the latency means",
        Family::Shape => "What changes while it runs",
        Family::Machine => "The machine",
        Family::Claims => "Numbers that come from elsewhere",
    }
}

fn trap(out: &mut String, id: &str) {
    let rules = of(id);
    let Some(first) = rules.first() else { return };
    let _ = write!(out, "\n### {id}\n\n{}.\n", sentence(first.title));
    for (index, rule) in rules.iter().enumerate() {
        let when = match rule.when {
            When::Plan => "Before a run",
            When::Machine => "Of the machine",
            When::Run => "After a run",
        };
        let lead = if rules.len() > 1 {
            format!("**{when}.** ")
        } else {
            String::new()
        };
        let same = index > 0 && rule.why == first.why && rule.attempt == first.attempt;
        if !same {
            let _ = write!(
                out,
                "\n{lead}{}. Try: {}.\n",
                sentence(rule.why),
                rule.attempt.trim_end_matches('.')
            );
        }
        if index == 0 || rule.example != first.example {
            example(out, rule.example);
        }
    }
    let mut sources: Vec<&str> = Vec::new();
    for rule in &rules {
        if !sources.contains(&rule.source) {
            sources.push(rule.source);
        }
    }
    let _ = write!(out, "\nSeen in: {}.\n", sources.join("; "));
}

/// A first line that is a command is shown as one.
fn example(out: &mut String, example: &str) {
    match example.split_once('\n') {
        Some((command, story)) => {
            let _ = write!(out, "\n```\n{command}\n```\n\n{story}\n");
        }
        None if example.is_empty() => {}
        None => {
            let _ = write!(out, "\n{example}\n");
        }
    }
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        format!("{}{}", first.to_uppercase(), chars.as_str())
    })
}
