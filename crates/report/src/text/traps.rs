//! The catalogue as a page for users: `docs/traps.md`. A pure function; a test keeps the page equal to it.

use std::fmt::Write;

use fiord_judge::trap::{Family, Symptom, Text};
use fiord_judge::{TrapId, When};
use fiord_messages::{Fixed, Lang, traps_page as messages};

use super::{Page, Styled, topics};

const MADE_BY: &str = "<!-- Made from the catalogue in crates/judge/src/traps by: FIORD_UPDATE=1 cargo test -p fiord-report --test suite traps_page -->";

/// The page, in Markdown.
pub fn markdown(lang: Lang) -> String {
    let mut out = format!(
        "{MADE_BY}\n\n# {}\n\n{}\n\n",
        messages::title(lang),
        messages::intro(lang)
    );
    for severity in [
        messages::severity_wrong,
        messages::severity_care,
        messages::severity_note,
    ] {
        let _ = writeln!(out, "- {}", severity(lang));
    }
    let _ = write!(
        out,
        "\n{}\n{}\n\n",
        messages::sources(lang),
        messages::targets(lang)
    );
    by_symptom(&mut out, lang);
    let _ = write!(out, "\n## {}\n\n", messages::all(lang));
    head(
        &mut out,
        &[
            messages::column_trap,
            messages::column_title,
            messages::column_judged,
        ],
        lang,
    );
    for trap in TrapId::ALL {
        let texts = texts(*trap);
        let Some((_, first)) = texts.first() else { continue };
        let times: Vec<String> = texts
            .iter()
            .map(|(when, _)| time(*when)(lang).to_owned())
            .collect();
        let _ = writeln!(
            out,
            "| {} | {} | {} |",
            link(*trap),
            (first.title)(lang),
            lang.list(&times)
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
        let _ = write!(out, "\n## {}\n", title(family)(lang));
        for trap in mine {
            chapter(&mut out, trap, lang);
        }
    }
    out
}

/// The head of a table.
fn head(out: &mut String, columns: &[Fixed], lang: Lang) {
    let names: Vec<&str> = columns.iter().map(|column| column(lang)).collect();
    let _ = write!(
        out,
        "| {} |\n|{}\n",
        names.join(" | "),
        "---|".repeat(names.len())
    );
}

/// The index for a reader who has a number and a doubt.
fn by_symptom(out: &mut String, lang: Lang) {
    let _ = write!(out, "## {}\n\n", messages::by_symptom(lang));
    head(out, &[messages::column_symptom, messages::column_causes], lang);
    for symptom in Symptom::ALL {
        let has = |trap: &&TrapId| trap.about().symptoms.contains(&symptom);
        let traps: Vec<String> = TrapId::ALL.iter().filter(has).map(|trap| link(*trap)).collect();
        let _ = writeln!(out, "| {} | {} |", seen(symptom)(lang), lang.list(&traps));
    }
}

fn link(trap: TrapId) -> String {
    let name = trap.name();
    format!("[`{name}`](#{name})")
}

const fn seen(symptom: Symptom) -> Fixed {
    match symptom {
        Symptom::IopsTooHigh => messages::symptom_iops_too_high,
        Symptom::IopsTooLow => messages::symptom_iops_too_low,
        Symptom::LatencyTooLow => messages::symptom_latency_too_low,
        Symptom::LatencyTooHigh => messages::symptom_latency_too_high,
        Symptom::RunsDiffer => messages::symptom_runs_differ,
        Symptom::Unsteady => messages::symptom_unsteady,
        Symptom::OtherSetting => messages::symptom_other_setting,
        Symptom::JobEnds => messages::symptom_job_ends,
        Symptom::DataAtRisk => messages::symptom_data_at_risk,
        Symptom::Contradiction => messages::symptom_contradiction,
    }
}

fn texts(trap: TrapId) -> Vec<(When, Text)> {
    let text = |when: When| Some((when, trap.text(when)?));
    When::ALL.into_iter().filter_map(text).collect()
}

const fn time(when: When) -> Fixed {
    match when {
        When::Plan => messages::judged_before,
        When::Machine => messages::judged_doctor,
        When::Run => messages::judged_after,
    }
}

const fn title(family: Family) -> Fixed {
    match family {
        Family::Source => messages::family_source,
        Family::Target => messages::family_target,
        Family::Depth => messages::family_depth,
        Family::Durability => messages::family_durability,
        Family::Options => messages::family_options,
        Family::Duration => messages::family_duration,
        Family::Latency => messages::family_latency,
        Family::Shape => messages::family_shape,
        Family::Machine => messages::family_machine,
        Family::Claims => messages::family_claims,
    }
}

fn chapter(out: &mut String, trap: TrapId, lang: Lang) {
    let texts = texts(trap);
    let Some((_, first)) = texts.first() else { return };
    let _ = write!(out, "\n### {}\n\n{}.\n", trap.name(), (first.title)(lang));
    for told in told(&texts, lang) {
        if let Some(led) = told.led(lang) {
            let _ = write!(out, "\n{led}\n");
        }
        example(out, told.example);
    }
    let about = trap.about();
    let sources = &about.sources;
    let _ = write!(out, "\n{}\n", messages::SeenIn { sources }.text(lang));
    if !about.topics.is_empty() {
        let links: Vec<String> = about.topics.iter().map(|topic| topics::link(topic)).collect();
        let topic = &lang.list(&links);
        let _ = write!(out, "\n{}\n", messages::Background { topic }.text(lang));
    }
}

/// What is said of a trap at one time of judging, and was not said before.
struct Told {
    /// `None`: the trap is judged at one time only.
    when: Option<When>,
    /// Why it matters and what to do; empty: as before.
    reason: String,
    /// Empty: as before.
    example: &'static str,
}

impl Told {
    /// The reason behind its time, in Markdown.
    fn led(&self, lang: Lang) -> Option<String> {
        let reason = &self.reason;
        if reason.is_empty() {
            return None;
        }
        Some(match self.when {
            None => reason.clone(),
            Some(When::Plan) => messages::LeadBefore { reason }.text(lang),
            Some(When::Machine) => messages::LeadMachine { reason }.text(lang),
            Some(When::Run) => messages::LeadAfter { reason }.text(lang),
        })
    }
}

fn told(texts: &[(When, Text)], lang: Lang) -> Vec<Told> {
    let mut all: Vec<Told> = Vec::new();
    for (when, text) in texts {
        let reason = messages::Reason {
            why: &(text.why)(lang),
            advice: &(text.advice)(lang),
        }
        .text(lang);
        let example = (text.example)(lang);
        let is_known = |known: &Told| known.reason == reason;
        all.push(Told {
            when: (texts.len() > 1).then_some(*when),
            example: if all.iter().any(|known| known.example == example) {
                ""
            } else {
                example
            },
            reason: if all.iter().any(is_known) {
                String::new()
            } else {
                reason
            },
        });
    }
    all
}

/// A trap on a page; `fiord explain NAME`.
pub fn put(page: &mut Page, trap: TrapId, lang: Lang) {
    let texts = texts(trap);
    let Some((_, first)) = texts.first() else { return };
    page.line(
        Styled::new()
            .strong(trap.name())
            .plain(lang.colon())
            .plain((first.title)(lang)),
    );
    for told in told(&texts, lang) {
        if !told.reason.is_empty() {
            let led = match told.when {
                Some(when) => Styled::new().dim(time(when)(lang)).dim(lang.colon()),
                None => Styled::new(),
            };
            page.item(led, "", told.reason);
        }
        match told.example.split_once('\n') {
            Some((command, story)) => {
                page.foreign(format!("    {command}"));
                page.item("", "", story);
            }
            None if told.example.is_empty() => {}
            None => page.item("", "", told.example),
        }
    }
    let sources = &trap.about().sources;
    page.item("", "", messages::SeenIn { sources }.text(lang));
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
