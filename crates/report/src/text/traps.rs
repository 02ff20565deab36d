//! The catalogue as a page for users: `docs/traps.md`. A pure function; a test keeps the page equal to it.

use std::fmt::Write;

use fiord_judge::trap::{Family, Symptom, Text};
use fiord_judge::{TrapId, When};

const HEAD: &str = "<!-- Made from the catalogue in crates/judge/src/traps by: FIORD_UPDATE=1 cargo test -p fiord-report --test suite traps_page -->

# Traps

What makes a storage number untrue. `fiord explain` judges by the plan, `fiord doctor` by the machine, and a run by what happened.

- **wrong**: the number is not what it seems to be.
- **care**: the number stands, with this said next to it.
- **note**: good to know.

szstonelee and plantegg published tables of fio results; docs/studies.md has the links.
The targets in the examples are those of the tests: `warm` is in memory, `cold` is not, `fresh` is yet to be made.

";

/// The page, in Markdown.
pub fn markdown() -> String {
    let mut out = HEAD.to_owned();
    by_symptom(&mut out);
    out.push_str("\n## All traps\n\n| trap | what it is | judged |\n|---|---|---|\n");
    for trap in TrapId::ALL {
        let texts = texts(*trap);
        let Some((_, first)) = texts.first() else { continue };
        let times: Vec<&str> = texts.iter().map(|(when, _)| time(*when)).collect();
        let _ = writeln!(
            out,
            "| {} | {} | {} |",
            link(*trap),
            first.title,
            times.join(", ")
        );
    }
    for family in Family::ALL {
        let mine: Vec<TrapId> = TrapId::ALL
            .iter()
            .copied()
            .filter(|trap| trap.about().family == family)
            .collect();
        if mine.is_empty() {
            continue;
        }
        let _ = write!(out, "\n## {}\n", title(family));
        for trap in mine {
            chapter(&mut out, trap);
        }
    }
    out
}

/// The index for a reader who has a number and a doubt.
fn by_symptom(out: &mut String) {
    out.push_str("## By symptom\n\n| what you see | what it may be |\n|---|---|\n");
    for symptom in Symptom::ALL {
        let has = |trap: &&TrapId| trap.about().symptoms.contains(&symptom);
        let traps: Vec<String> = TrapId::ALL.iter().filter(has).map(|trap| link(*trap)).collect();
        let _ = writeln!(out, "| {} | {} |", seen(symptom), traps.join(", "));
    }
}

fn link(trap: TrapId) -> String {
    let name = trap.name();
    format!("[`{name}`](#{name})")
}

const fn seen(symptom: Symptom) -> &'static str {
    match symptom {
        Symptom::IopsTooHigh => "IOPS or bandwidth too high",
        Symptom::IopsTooLow => "IOPS or bandwidth too low",
        Symptom::LatencyTooLow => "latency too low",
        Symptom::LatencyTooHigh => "latency too high",
        Symptom::RunsDiffer => "numbers differ from run to run",
        Symptom::Unsteady => "numbers change within a run",
        Symptom::OtherSetting => "the result is of another setting than the one asked for",
        Symptom::JobEnds => "the job fails, or ends at another time than asked",
        Symptom::DataAtRisk => "data would be destroyed",
        Symptom::Contradiction => "numbers of two sources contradict each other",
    }
}

fn texts(trap: TrapId) -> Vec<(When, Text)> {
    let text = |when: When| Some((when, trap.text(when)?));
    When::ALL.into_iter().filter_map(text).collect()
}

const fn time(when: When) -> &'static str {
    match when {
        When::Plan => "before",
        When::Machine => "doctor",
        When::Run => "after",
    }
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

fn chapter(out: &mut String, trap: TrapId) {
    let texts = texts(trap);
    let Some((_, first)) = texts.first() else { return };
    let _ = write!(out, "\n### {}\n\n{}.\n", trap.name(), sentence(first.title));
    for (index, (when, text)) in texts.iter().enumerate() {
        let when = match when {
            When::Plan => "Before a run",
            When::Machine => "Of the machine",
            When::Run => "After a run",
        };
        let lead = if texts.len() > 1 {
            format!("**{when}.** ")
        } else {
            String::new()
        };
        let same = index > 0 && text.why == first.why && text.advice == first.advice;
        if !same {
            let _ = write!(
                out,
                "\n{lead}{}. Try: {}.\n",
                sentence(text.why),
                text.advice.trim_end_matches('.')
            );
        }
        if index == 0 || text.example != first.example {
            example(out, text.example);
        }
    }
    let _ = write!(out, "\nSeen in: {}.\n", trap.about().sources);
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
