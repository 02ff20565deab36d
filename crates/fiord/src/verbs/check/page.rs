//! A check as a page, a table and a document.
//!
//! The page is made from the check rather than from the document: it shows the evidence of the last run as well, and what happens before each.

use fiord_compare::disturbed::Disturbances;
use fiord_judge::verdict::Verdict;
use fiord_judge::{Finding, State, TrapId};
use fiord_messages::{Fixed, Lang, check as messages, known, phrases, repeats, report};
use fiord_record::number::Bytes;
use fiord_report::documents::{Document, check};
use fiord_report::html::{PageExtra, TranslatedDocument};
use fiord_report::text::findings::{self, Detail, FindingItem, mark};
use fiord_report::text::{Cell, Column, Page, Styled, Table};
use fiord_study::builtin;
use fiord_study::check::{BUILTIN, CheckEnd, CheckedNumber, ExpectationState, RecipeSource};
use fiord_study::definition::Between;
use fiord_study::language;

use super::assertions;
use super::load::CheckPlan;
use super::meaning;
use super::measure::MeasuredCheck;
use crate::files;
use crate::verbs::compare::add_disturbances;
use crate::verbs::study::Preset;

/// The least number of runs that --most takes.
const LEAST_MOST: u64 = 6;

/// The recipes that come with fiord.
pub(super) fn list(lang: Lang) -> Page {
    let mut page = Page::new();
    page.heading(messages::heading_recipes(lang));
    for recipe in BUILTIN {
        let read = language::read_recipe(recipe.name, recipe.text);
        let expected: Vec<String> = read
            .recipe
            .expectations
            .iter()
            .map(|one| one.expectation.to_string())
            .collect();
        let expected = match expected.as_slice() {
            [] => messages::no_threshold(lang).to_owned(),
            all => lang.list(all),
        };
        let about = messages::Recipe {
            title: &builtin::title(recipe.name, &read.read.study.title, lang),
            expected: &expected,
        };
        page.item(
            Styled::from("  ")
                .strong(format!("{:18}", recipe.name))
                .plain(" "),
            " ".repeat(21),
            about.text(lang),
        );
    }
    page.blank();
    page.line(messages::list_hint(lang));
    page
}

/// The state of a check, its word and its sentence.
fn head(measured_check: &MeasuredCheck, lang: Lang) -> (State, Fixed, String) {
    let (plan, trial) = (&measured_check.plan, &measured_check.trial);
    let recipe = &plan.name;
    let is_simulated = plan.target.is_none();
    match trial.end() {
        CheckEnd::Passed => {
            let sentence = if is_simulated {
                messages::SimulatedGoodEnough { recipe }.text(lang)
            } else {
                messages::GoodEnough { recipe }.text(lang)
            };
            (State::Fine, messages::pass, sentence)
        }
        CheckEnd::Failed => {
            let sentence = if is_simulated {
                messages::SimulatedNotGoodEnough { recipe }.text(lang)
            } else {
                messages::NotGoodEnough { recipe }.text(lang)
            };
            (State::Wrong, messages::fail, sentence)
        }
        CheckEnd::Undecided { more } => {
            let is_close = |one: &CheckedNumber| {
                one.interval.is_some() && matches!(one.state, Some(ExpectationState::TooClose { .. }))
            };
            let why = if trial.checked().iter().any(is_close) {
                messages::ThresholdInInterval { recipe }.text(lang)
            } else {
                messages::TooFewRuns { recipe }.text(lang)
            };
            let mut sentences = vec![why, assertions::more_runs(more, lang)];
            let most = more.map(|more| trial.runs().len() as u64 + u64::from(more));
            // Runs that were made before cannot be continued.
            if let Some(most) = most.filter(|_| !measured_check.is_stored_result) {
                let most = &most.max(LEAST_MOST);
                sentences.push(if *most > u64::from(trial.limits().1) {
                    messages::RepeatWithMost { most }.text(lang)
                } else {
                    messages::repeat_whole(lang).to_owned()
                });
            }
            (State::Care, messages::undecided, lang.sentences(&sentences))
        }
        CheckEnd::NotMeasurable(reason) => {
            let sentence = messages::NotMeasurable {
                recipe,
                reason: &reason.text(lang),
            }
            .text(lang);
            let is_short = trial.wrongs().is_empty() && !measured_check.is_stored_result;
            let longer = longer_runs(plan.preset, lang).filter(|_| is_short);
            let sentences: Vec<String> = [sentence].into_iter().chain(longer).collect();
            (State::Unknown, messages::no_verdict, lang.sentences(&sentences))
        }
        CheckEnd::Measured => {
            let sentence = messages::NoPublishedThreshold { recipe }.text(lang);
            (State::Note, messages::measured, sentence)
        }
    }
}

/// A recipe before it runs.
pub(super) fn recipe(plan: &CheckPlan, lang: Lang) -> Page {
    let name = &plan.name;
    let mut page = Page::new();
    let title = builtin::title(name, &plan.title, lang);
    page.heading(format!("{name}{}{title}", lang.colon()));
    page.line(known::RunRecipe { name }.text(lang));
    let expected = plan
        .expectations()
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>();
    page.line(match expected.as_slice() {
        [] => known::no_threshold(lang).to_owned(),
        all => known::Expects {
            expectations: &lang.list(all),
        }
        .text(lang),
    });
    page.blank();
    put_sources(&mut page, plan, lang);
    put_flaws(&mut page, plan, lang);
    put_load(&mut page, plan, lang);
    page
}

fn put_flaws(page: &mut Page, plan: &CheckPlan, lang: Lang) {
    if plan.recipe.flaws.is_empty() {
        return;
    }
    page.blank();
    page.heading(messages::heading_limits(lang));
    for (index, flaw) in plan.recipe.flaws.iter().enumerate() {
        page.item("- ", "  ", builtin::flaw(&plan.name, index, flaw, lang));
    }
}

fn put_load(page: &mut Page, plan: &CheckPlan, lang: Lang) {
    page.blank();
    page.heading(messages::heading_load(lang));
    page.line(builtin::about(&plan.name, &plan.about, lang));
    page.command(std::iter::once("fio".to_owned()).chain(plan.cell.words.clone()));
    if !plan.between.is_empty() {
        let names = plan.between.iter().map(|step| Between::name(*step).to_owned());
        let steps = &lang.list(&names.collect::<Vec<String>>());
        page.line(messages::BeforeRuns { steps }.text(lang));
    }
}

/// The verdict with its numbers, and nothing that another look at the same runs would say otherwise.
pub(super) fn verdict(measured_check: &MeasuredCheck, lang: Lang) -> Page {
    let mut page = Page::new();
    let (state, word, sentence) = head(measured_check, lang);
    put_head(&mut page, (state, word), &sentence, lang);
    page.blank();
    page.table(table(&measured_check.trial.checked(), lang));
    page
}

fn put_head(page: &mut Page, (state, word): (State, Fixed), sentence: &str, lang: Lang) {
    let (symbol, style) = mark(state);
    let first = Styled::new().styled(style, format!("{symbol} {}", word(lang)));
    page.item(first, "  ", lang.colon().to_owned() + sentence);
}

/// `command` is what was typed; findings have their reasons where `detail` says so.
pub(super) fn page(
    measured_check: &MeasuredCheck,
    (command, detail): (&str, Detail),
    is_interrupted: bool,
    lang: Lang,
) -> Page {
    let (plan, trial) = (&measured_check.plan, &measured_check.trial);
    let mut page = Page::new();
    let (state, word, sentence) = head(measured_check, lang);
    put_head(&mut page, (state, word), &sentence, lang);
    if is_interrupted {
        let said = messages::interrupted_numbers(lang);
        put_head(&mut page, (State::Care, messages::interrupted), said, lang);
    }
    page.line(measured_on(measured_check, lang));
    page.blank();
    let checked = trial.checked();
    for sentence in meaning::sentences(&plan.recipe, trial, lang) {
        page.item("- ", "  ", sentence);
    }
    page.blank();
    assertions::put(&mut page, &checked, lang);
    page.blank();
    page.table(table(&checked, lang));
    page.blank();
    put_sources(&mut page, plan, lang);
    // What a check of the recipe would do, no result did.
    if measured_check.is_stored_result {
        put_evidence(&mut page, measured_check, detail, lang);
        page.blank();
        page.line(messages::Repeat { command: &command }.text(lang));
        return page;
    }
    put_flaws(&mut page, plan, lang);
    put_evidence(&mut page, measured_check, detail, lang);
    put_load(&mut page, plan, lang);
    let command = if command.contains("--seed") {
        command.to_owned()
    } else {
        format!("{command} --seed {}", plan.seed)
    };
    page.line(messages::Repeat { command: &command }.text(lang));
    page
}

/// What was measured, how often and where.
fn measured_on(measured_check: &MeasuredCheck, lang: Lang) -> String {
    let runs = measured_check.trial.runs().len() as u64;
    let plan = &measured_check.plan;
    let title = &builtin::title(&plan.name, &plan.title, lang);
    let mut sentences = vec![
        messages::Title { title }.text(lang),
        match &measured_check.plan.target {
            Some(target) => {
                let target = &target.display();
                messages::RunsOn { runs, target }.text(lang)
            }
            None => messages::RunsSimulated { runs }.text(lang),
        },
    ];
    if !measured_check.is_stored_result {
        sentences.extend(written(measured_check, lang));
    }
    lang.sentences(&sentences)
}

/// What the runs wrote, each and before each.
fn written(measured_check: &MeasuredCheck, lang: Lang) -> Vec<String> {
    let plan = &measured_check.plan;
    let mut written = measured_check.written.clone();
    written.sort_unstable();
    let (Some(low), Some(high)) = (written.first().copied(), written.last().copied()) else {
        return Vec::new();
    };
    let mut sentences = Vec::new();
    if high > 0 {
        let middle = &Bytes(written[written.len() / 2]);
        let (low, high) = (&Bytes(low).to_string(), &Bytes(high).to_string());
        sentences.push(match low == high {
            true => messages::Written { bytes: middle }.text(lang),
            false => messages::WrittenRange { low, high, middle }.text(lang),
        });
    }
    let is_prepared = plan.target.is_some() && plan.between.contains(&Between::Precondition);
    let sizes = files::sizes(std::slice::from_ref(&plan.cell));
    if let Some(sizes) = sizes.ok().filter(|_| is_prepared) {
        let bytes = &Bytes(sizes.values().map(|(bytes, _)| bytes).sum());
        let step = &Between::Precondition.name();
        sentences.push(messages::WrittenBefore { bytes, step }.text(lang));
    }
    sentences
}

pub(super) fn table(checked: &[CheckedNumber], lang: Lang) -> Table {
    let mut table = Table::new([
        Column::left(messages::column_number(lang), "measure"),
        Column::right(messages::column_median(lang), "median"),
        Column::right(messages::column_interval(lang), "").rank(2),
        Column::hidden("low"),
        Column::hidden("high"),
        Column::right(messages::column_expected(lang), "threshold").rank(1),
        Column::right(messages::column_runs(lang), "runs").rank(3),
        Column::left("", "verdict").rank(4),
    ]);
    let is_asked = |one: &CheckedNumber| {
        let mut asked = checked.iter().filter(|other| other.expectation.is_some());
        asked.any(|other| other.measurand == one.measurand)
    };
    // What is measured and judged stands there once.
    for one in checked
        .iter()
        .filter(|one| one.expectation.is_some() || !is_asked(one))
    {
        let shown = |value: f64| one.measurand.quantity.shown(value);
        let interval = one.interval.map_or_else(
            || "-".to_owned(),
            |interval| {
                let (low, high) = (&shown(interval.low), &shown(interval.high));
                phrases::Range { low, high }.text(lang)
            },
        );
        let expectation = one.expectation.as_ref();
        let asked = expectation.map_or_else(String::new, |one| {
            format!("{} {}", one.bound.symbol(), shown(one.threshold))
        });
        table.row([
            Cell::from(one.measurand.to_string()),
            Cell::new(one.median.map_or_else(|| "-".to_owned(), shown)).value(one.median),
            Cell::new(interval),
            Cell::raw(one.interval.map(|interval| interval.low)),
            Cell::raw(one.interval.map(|interval| interval.high)),
            Cell::new(asked).value(expectation.map(|one| one.threshold)),
            match one.values.len() {
                all if all == one.runs => Cell::from(all.to_string()),
                with => {
                    let (with, runs) = (&with, &one.runs);
                    Cell::new(messages::SomeRuns { with, runs }.text(lang)).value(*with)
                }
            },
            match &one.state {
                Some(state) => {
                    Cell::new(assertions::state_label(state)(lang)).value(check::state_word(state))
                }
                None => Cell::from(""),
            },
        ]);
    }
    table
}

fn put_sources(page: &mut Page, plan: &CheckPlan, lang: Lang) {
    let dated = |source: &RecipeSource| match source.date.as_str() {
        "" => source.text.clone(),
        date => messages::Dated {
            source: &source.text,
            date: &date,
        }
        .text(lang),
    };
    let mut put = |label: Fixed, text: String| {
        let label = Styled::new().dim(format!("{} ", label(lang)));
        page.item(label, "  ", Styled::new().dim(text));
    };
    for one in &plan.recipe.expectations {
        if !one.source.text.is_empty() {
            let threshold = messages::Threshold {
                expectation: &one.expectation,
                source: &dated(&one.source),
            };
            put(messages::label_threshold, threshold.text(lang));
        }
    }
    for source in &plan.recipe.sources {
        put(messages::label_load, dated(source));
    }
}

/// What the runs really measured.
fn put_evidence(page: &mut Page, measured_check: &MeasuredCheck, detail: Detail, lang: Lang) {
    let (Some(record), Some(last)) = (&measured_check.last, measured_check.verdicts.last()) else {
        return;
    };
    let (plan, verdicts) = (&measured_check.plan, measured_check.verdicts.as_slice());
    page.blank();
    page.heading(messages::heading_evidence(lang));
    if let [_, _, ..] = verdicts {
        put_runs(page, verdicts, lang);
    }
    let line = &last.line(lang);
    if verdicts.len() == 1 || *line != last.subject(lang) {
        page.line(messages::LastRun { verdict: line }.text(lang));
    }
    for (why, runs) in measured_check.trial.wrongs() {
        let disturbed = messages::DisturbedRuns {
            runs: runs as u64,
            reason: &why.saw.text(lang),
        };
        page.item("- ", "  ", disturbed.text(lang));
    }
    let found: Vec<&[Finding]> = verdicts
        .iter()
        .map(|verdict| verdict.findings.as_slice())
        .collect();
    let mut shown = findings::of_runs(&found, &record.plan, lang);
    if !measured_check.is_stored_result {
        shown.iter_mut().for_each(|item| advise(item, plan, lang));
    }
    findings::put(page, &shown, detail, lang);
    let ids: Vec<i64> = measured_check
        .trial
        .runs()
        .iter()
        .filter_map(|run| run.run)
        .collect();
    if let (Some(first), Some(last)) = (ids.first(), ids.last()) {
        // The ids have gaps where other programs stored runs in the meantime.
        let is_range = (last - first + 1) as usize == ids.len();
        page.line(match first == last {
            true => messages::StoredOne { run: first }.text(lang),
            false if is_range => messages::Stored { first, last }.text(lang),
            false => {
                let runs: Vec<String> = ids.iter().map(i64::to_string).collect();
                let runs = &lang.list(&runs);
                messages::StoredApart { runs, last }.text(lang)
            }
        });
    }
}

/// How runs of a check become longer; none: they are as long as they can be.
fn longer_runs(preset: Preset, lang: Lang) -> Option<String> {
    match preset {
        Preset::Quick => Some(messages::without_quick(lang).to_owned()),
        Preset::Standard => Some(messages::with_thorough(lang).to_owned()),
        Preset::Thorough => None,
    }
}

/// Advice about options of the job is for the author of a recipe: who runs a check has its presets.
fn advise(item: &mut FindingItem, plan: &CheckPlan, lang: Lang) {
    let is_about = |traps: &[TrapId]| traps.iter().any(|trap| trap.name() == item.rule);
    if is_about(&[TrapId::ShortRun, TrapId::NotSteady, TrapId::FewSamples]) {
        item.advice = longer_runs(plan.preset, lang).unwrap_or_default();
    } else if is_about(&[TrapId::EndsEarly]) {
        item.advice.clear();
    }
}

/// What all runs measured, each kind with its number of runs, and what disturbed them.
fn put_runs(page: &mut Page, verdicts: &[Verdict], lang: Lang) {
    let mut subjects: Vec<(String, usize)> = Vec::new();
    let mut disturbed = Disturbances::default();
    for verdict in verdicts {
        let subject = verdict.subject(lang);
        match subjects.iter_mut().find(|(known, _)| *known == subject) {
            Some((_, count)) => *count += 1,
            None => subjects.push((subject, 1)),
        }
        add_disturbances(&mut disturbed, verdict);
    }
    for (subject, count) in subjects {
        let (count, runs) = (&count, verdicts.len() as u64);
        let applies = repeats::AppliesTo { count, runs }.text(lang);
        page.line(lang.sentences(&[subject, applies]));
    }
    if let Some(disturbed) = disturbed.sentence(lang) {
        page.line(disturbed);
    }
}

/// The document in the language of its page, with what the page has besides.
pub(super) fn drawn(
    measured_check: &MeasuredCheck,
    command: &str,
    lang: Lang,
) -> (TranslatedDocument<Document<check::CheckDocument>>, PageExtra) {
    let document = TranslatedDocument {
        shown: document(measured_check, command, lang),
        english: (lang != Lang::En).then(|| document(measured_check, command, Lang::En)),
    };
    let last = measured_check.last.as_ref();
    let extra = PageExtra {
        lang,
        csv: vec![(
            report::heading_numbers(lang).to_owned(),
            table(&measured_check.trial.checked(), Lang::En).csv(),
        )],
        machine: last.and_then(|record| record.before.machine.clone()),
        ..PageExtra::default()
    };
    (document, extra)
}

pub(super) fn document(
    measured_check: &MeasuredCheck,
    command: &str,
    lang: Lang,
) -> Document<check::CheckDocument> {
    let (plan, trial) = (&measured_check.plan, &measured_check.trial);
    let source = |source: &RecipeSource| check::Source {
        text: source.text.clone(),
        date: source.date.clone(),
    };
    let end = trial.end();
    let (mut more_runs, mut reason) = (None, None);
    match &end {
        CheckEnd::Undecided { more } => more_runs = *more,
        CheckEnd::NotMeasurable(why) => reason = Some(why.text(lang).to_owned()),
        _ => {}
    }
    let checked = trial.checked();
    let (judged, plain): (Vec<&CheckedNumber>, Vec<&CheckedNumber>) =
        checked.iter().partition(|one| one.expectation.is_some());
    let sources = plan.recipe.expectations.iter().map(|one| &one.source);
    Document::new(check::CheckDocument {
        recipe: plan.name.clone(),
        title: plan.title.clone(),
        target: plan.target.as_ref().map(|target| target.display().to_string()),
        verdict: check::end_word(&end).to_owned(),
        more_runs,
        reason,
        expectations: judged
            .iter()
            .zip(sources)
            .map(|(one, stated)| {
                let stated = (!stated.text.is_empty()).then(|| source(stated));
                check::Assertion::of(one, stated, lang)
            })
            .collect(),
        measures: plain
            .iter()
            .map(|one| check::Assertion::of(one, None, lang))
            .collect(),
        meaning: meaning::sentences(&plan.recipe, trial, lang),
        flaws: match measured_check.is_stored_result {
            true => Vec::new(),
            false => plan.recipe.flaws.clone(),
        },
        sources: plan.recipe.sources.iter().map(source).collect(),
        runs: trial
            .runs()
            .iter()
            .map(|run| check::CheckRunEntry {
                run: run.run,
                grade: run.grade.to_string(),
                wrong: run.wrong.as_ref().map(|wrong| wrong.saw.text(lang).to_owned()),
            })
            .collect(),
        job: plan.cell.words.clone(),
        seed: plan.seed,
        command: command.to_owned(),
    })
}
