//! The catalogue as a page for users: `docs/traps.md`. A pure function; a test keeps the page equal to it.

use std::fmt::Write;

use fiord_judge::trap::{Family, Symptom, Text};
use fiord_judge::{TrapId, When};
use fiord_messages::{Fixed, Lang, traps_page as messages};

use crate::text::Page;

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

/// One trap, for a terminal.
pub fn page(trap: TrapId, lang: Lang) -> Page {
    let mut page = Page::new();
    let texts = texts(trap);
    let Some((_, first)) = texts.first() else {
        return page;
    };
    page.heading(format!("{}{}{}", trap.name(), lang.colon(), (first.title)(lang)));
    for part in parts(&texts, lang) {
        match part {
            // The messages are those of a Markdown page.
            Part::Reason(reason) => page.line(reason.replace("**", "")),
            Part::Example(command, story) => {
                page.blank();
                if let Some(command) = command {
                    page.line(format!("    {command}"));
                }
                page.line(story);
            }
        }
    }
    page.blank();
    let sources = &trap.about().sources;
    page.line(messages::SeenIn { sources }.text(lang));
    page
}

fn chapter(out: &mut String, trap: TrapId, lang: Lang) {
    let texts = texts(trap);
    let Some((_, first)) = texts.first() else { return };
    let _ = write!(out, "\n### {}\n\n{}.\n", trap.name(), (first.title)(lang));
    for part in parts(&texts, lang) {
        let _ = match part {
            Part::Reason(reason) => write!(out, "\n{reason}\n"),
            Part::Example(Some(command), story) => write!(out, "\n```\n{command}\n```\n\n{story}\n"),
            Part::Example(None, story) => write!(out, "\n{story}\n"),
        };
    }
    let sources = &trap.about().sources;
    let _ = write!(out, "\n{}\n", messages::SeenIn { sources }.text(lang));
}

/// What is told of a trap.
enum Part {
    Reason(String),
    /// Its command, if its first line is one, and its story.
    Example(Option<&'static str>, &'static str),
}

/// Reasons with advice, and examples; what is the same at several times of judging once.
fn parts(texts: &[(When, Text)], lang: Lang) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut told = Vec::new();
    for (when, text) in texts {
        let reason = messages::Reason {
            why: &(text.why)(lang),
            advice: &(text.advice)(lang),
        }
        .text(lang);
        if !told.contains(&reason) {
            let reason = &reason;
            let led = match when {
                _ if texts.len() == 1 => reason.clone(),
                When::Plan => messages::LeadBefore { reason }.text(lang),
                When::Machine => messages::LeadMachine { reason }.text(lang),
                When::Run => messages::LeadAfter { reason }.text(lang),
            };
            parts.push(Part::Reason(led));
        }
        let story = (text.example)(lang);
        let is_new = texts
            .first()
            .is_none_or(|(_, first)| story != (first.example)(lang));
        if (told.is_empty() || is_new) && !story.is_empty() {
            parts.push(match story.split_once('\n') {
                Some((command, story)) => Part::Example(Some(command), story),
                None => Part::Example(None, story),
            });
        }
        told.push(reason);
    }
    parts
}
