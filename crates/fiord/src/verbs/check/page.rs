//! A check as a page, a table and a document.
//!
//! The page is made from the check rather than from the document: it shows the evidence of the last run as well, and what happens before each.

use fiord_judge::State;
use fiord_messages::Lang;
use fiord_record::number::{Bytes, plural};
use fiord_report::documents::{Document, check};
use fiord_report::text::findings::{self, Detail, mark};
use fiord_report::text::{Cell, Column, Page, Styled, Table};
use fiord_study::check::{BUILTIN, CheckEnd, CheckedNumber, RecipeSource};
use fiord_study::definition::Between;
use fiord_study::language;

use super::assertions;
use super::conduct::Conducted;
use super::load::CheckPlan;

/// The recipes that come with fiord.
pub(super) fn list() -> Page {
    let mut page = Page::new();
    page.heading("Recipes");
    for recipe in BUILTIN {
        let read = language::read_recipe(recipe.name, recipe.text);
        let expected: Vec<String> = read
            .recipe
            .expectations
            .iter()
            .map(|one| one.expectation.to_string())
            .collect();
        let expected = match expected.as_slice() {
            [] => "measures, judges nothing".to_owned(),
            all => all.join(", "),
        };
        page.item(
            Styled::from("  ")
                .strong(format!("{:18}", recipe.name))
                .plain(" "),
            " ".repeat(21),
            format!("{} ({expected})", read.read.study.title),
        );
    }
    page.blank();
    page.line("`fiord check NAME FOLDER` measures; your own recipe is a file (docs/checks.md).");
    page
}

fn head(end: &CheckEnd, plan: &CheckPlan) -> (State, String, String) {
    let name = &plan.name;
    let disk = plan
        .target
        .as_ref()
        .map_or("the simulated device", |_| "this disk");
    match end {
        CheckEnd::Passed => (
            State::Fine,
            "PASS".to_owned(),
            format!("{disk} is good enough for {name}"),
        ),
        CheckEnd::Failed => (
            State::Wrong,
            "FAIL".to_owned(),
            format!("{disk} is not good enough for {name}"),
        ),
        CheckEnd::Undecided { more } => (
            State::Care,
            "TOO CLOSE TO CALL".to_owned(),
            format!(
                "{name}: a threshold lies within its interval{}",
                assertions::more_runs(*more)
            ),
        ),
        CheckEnd::NotMeasurable(why) => (
            State::Unknown,
            "NOT MEASURABLE LIKE THIS".to_owned(),
            format!("{name}: {why}"),
        ),
        CheckEnd::Measured => (
            State::Note,
            "MEASURED".to_owned(),
            format!(
                "{name}: its sources name no threshold, so nothing is judged; --expect judges by your own"
            ),
        ),
    }
}

pub(super) fn page(conducted: &Conducted, command: &str, is_interrupted: bool) -> Page {
    let (plan, trial) = (&conducted.plan, &conducted.trial);
    let mut page = Page::new();
    let (state, word, words) = head(&trial.end(), plan);
    let (symbol, style) = mark(state);
    page.item(
        Styled::new().styled(style, format!("{symbol} {word}")),
        "  ",
        format!(": {words}."),
    );
    if is_interrupted {
        let (symbol, style) = mark(State::Care);
        let first = Styled::new().styled(style, format!("{symbol} Interrupted"));
        page.item(first, "  ", ": the numbers are of the runs until then.");
    }
    page.line(format!("{}. {}", plan.title, measured_on(conducted)));
    page.blank();
    let checked = trial.checked();
    assertions::put(&mut page, &checked);
    page.blank();
    page.table(table(&checked));
    page.blank();
    put_sources(&mut page, plan);
    if !plan.recipe.flaws.is_empty() {
        page.blank();
        page.heading("What the published test does not tell");
        for flaw in &plan.recipe.flaws {
            page.item("- ", "  ", flaw.as_str());
        }
    }
    put_evidence(&mut page, conducted, Lang::current());
    page.blank();
    page.heading("The load");
    page.line(plan.about.as_str());
    page.command(std::iter::once("fio".to_owned()).chain(plan.cell.words.clone()));
    if !plan.between.is_empty() {
        let steps: Vec<&str> = plan.between.iter().map(|step| Between::name(*step)).collect();
        page.line(format!(
            "Before each run: {} (docs/studies.md).",
            steps.join(", ")
        ));
    }
    let seed = if command.contains("--seed") {
        String::new()
    } else {
        format!(" --seed {}", plan.seed)
    };
    page.line(format!("Repeat: {command}{seed}"));
    page
}

/// How often and where.
fn measured_on(conducted: &Conducted) -> String {
    let runs = plural(conducted.trial.runs().len() as u64, "run");
    let target = match &conducted.plan.target {
        Some(target) => target.display().to_string(),
        None => "a simulated device".to_owned(),
    };
    let written: u64 = conducted.last.as_ref().map_or(0, |(record, _)| {
        record
            .workers
            .iter()
            .map(|worker| worker.stats.ddirs[1].bytes)
            .sum()
    });
    let written = match written {
        0 => String::new(),
        bytes => format!(", each writing about {}", Bytes(bytes)),
    };
    format!("{runs} on {target}{written}.")
}

pub(super) fn table(checked: &[CheckedNumber]) -> Table {
    let mut table = Table::new([
        Column::left("number", "measure"),
        Column::right("median", "median"),
        Column::right("95 % interval", "").rank(2),
        Column::hidden("low"),
        Column::hidden("high"),
        Column::right("asked", "threshold").rank(1),
        Column::right("runs", "runs").rank(3),
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
            |interval| format!("{} to {}", shown(interval.low), shown(interval.high)),
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
            Cell::from(one.values.len().to_string()),
            Cell::from(one.state.as_ref().map_or("", check::state_word)),
        ]);
    }
    table
}

fn put_sources(page: &mut Page, plan: &CheckPlan) {
    let dated = |source: &RecipeSource| match source.date.as_str() {
        "" => source.text.clone(),
        date => format!("{} ({date})", source.text),
    };
    for one in &plan.recipe.expectations {
        if !one.source.text.is_empty() {
            let words = format!("{}: {}", one.expectation, dated(&one.source));
            page.item(Styled::new().dim("threshold "), "  ", Styled::new().dim(words));
        }
    }
    for source in &plan.recipe.sources {
        page.item(Styled::new().dim("load "), "  ", Styled::new().dim(dated(source)));
    }
}

/// What the runs really measured.
fn put_evidence(page: &mut Page, conducted: &Conducted, lang: Lang) {
    let Some((record, verdict)) = &conducted.last else {
        return;
    };
    page.blank();
    page.heading("The evidence");
    page.line(format!("Of the last run: {}", verdict.line(lang)));
    for (why, runs) in conducted.trial.wrongs() {
        page.item(
            "- ",
            "  ",
            format!(
                "{} measured something else as well: {}.",
                plural(runs as u64, "run"),
                why.saw
            ),
        );
    }
    let shown = findings::bundled(&verdict.findings, &record.plan, lang);
    findings::put(page, &shown, Detail::Line, lang);
    let ids: Vec<i64> = conducted.trial.runs().iter().filter_map(|run| run.run).collect();
    if let (Some(first), Some(last)) = (ids.first(), ids.last()) {
        page.line(format!(
            "Kept as runs {first} to {last}; `fiord report {last}` shows the last again."
        ));
    }
}

pub(super) fn document(conducted: &Conducted, command: &str) -> Document<check::CheckDocument> {
    let (plan, trial) = (&conducted.plan, &conducted.trial);
    let source = |source: &RecipeSource| check::Source {
        text: source.text.clone(),
        date: source.date.clone(),
    };
    let end = trial.end();
    let (mut more_runs, mut reason) = (None, None);
    match &end {
        CheckEnd::Undecided { more } => more_runs = *more,
        CheckEnd::NotMeasurable(why) => reason = Some(why.clone()),
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
                check::Assertion::of(one, stated)
            })
            .collect(),
        measures: plain.iter().map(|one| check::Assertion::of(one, None)).collect(),
        flaws: plan.recipe.flaws.clone(),
        sources: plan.recipe.sources.iter().map(source).collect(),
        runs: trial
            .runs()
            .iter()
            .map(|run| check::CheckRunEntry {
                run: run.run,
                grade: run.grade.to_string(),
                wrong: run.wrong.as_ref().map(|wrong| wrong.saw.clone()),
            })
            .collect(),
        job: plan.cell.words.clone(),
        seed: plan.seed,
        command: command.to_owned(),
    })
}
