//! The page of a check: each number against its threshold, what that means for the use, and the runs.

use fiord_judge::State;
use fiord_messages::{Fixed, Lang, check as messages};
use fiord_study::builtin;
use maud::{Markup, html};

use super::charts::{Chart, IntervalRow, Intervals, PageUnit};
use super::document::HasPage;
use super::extra::PageExtra;
use super::parts::{PageContent, machine};
use super::plan;
use crate::documents::check::{Assertion, CheckDocument, CheckRunEntry, Source};
use crate::html::frame::{headed, paragraph, table};
use crate::text::findings::mark;
use fiord_messages::charts as captions;

impl HasPage for CheckDocument {
    fn content(&self, extra: &PageExtra) -> PageContent {
        let lang = extra.lang;
        PageContent {
            title: match &self.target {
                Some(target) => messages::PageTitle {
                    recipe: &self.recipe,
                    target,
                }
                .text(lang),
                None => messages::PageTitleSimulated { recipe: &self.recipe }.text(lang),
            },
            answer: self.answer(lang),
            figures: self.numbers(lang),
            plan: plan::of_commands([self.job.as_slice()], lang),
            findings: html! { ul { @for one in &self.meaning { li { (one) } } } },
            findings_heading: fiord_messages::page_parts::findings(lang),
            charts: vec![self.chart(lang)],
            machine: machine(extra.machine.as_ref(), lang),
            evidence: self.background(lang),
            runs: self.runs_table(lang),
            ..PageContent::default()
        }
    }
}

/// The unit of a number by the name that the document has.
fn unit_of(assertion: &Assertion) -> PageUnit {
    match assertion.unit.as_str() {
        "iops" => PageUnit::Iops,
        "bytes_per_s" => PageUnit::Bandwidth,
        "ns" => PageUnit::Time,
        _ => PageUnit::Plain,
    }
}

/// A verdict of one number in words, and the series that has its colour.
fn verdict_of(assertion: &Assertion, lang: Lang) -> (&str, usize) {
    match assertion.verdict.as_deref() {
        Some("pass") => (messages::state_pass(lang), 2),
        Some("fail") => (messages::state_fail(lang), 1),
        Some("undecided") => (messages::state_undecided(lang), 0),
        Some("not-measurable") => (messages::state_not_measurable(lang), 7),
        other => (other.unwrap_or_default(), 7),
    }
}

/// What is expected of a number, without its name, which is at the beginning of the row.
fn expected(one: &Assertion) -> &str {
    let text = one.expected.as_deref().unwrap_or_default();
    text.strip_prefix(&one.measure).map_or(text, str::trim_start)
}

impl CheckDocument {
    /// The word and the sentence of its verdict, and how they are drawn.
    fn verdict(&self, lang: Lang) -> (State, Fixed, String) {
        let recipe = &self.recipe;
        let is_simulated = self.target.is_none();
        match self.verdict.as_str() {
            "pass" if is_simulated => (
                State::Fine,
                messages::pass,
                messages::SimulatedGoodEnough { recipe }.text(lang),
            ),
            "pass" => (
                State::Fine,
                messages::pass,
                messages::GoodEnough { recipe }.text(lang),
            ),
            "fail" if is_simulated => (
                State::Wrong,
                messages::fail,
                messages::SimulatedNotGoodEnough { recipe }.text(lang),
            ),
            "fail" => (
                State::Wrong,
                messages::fail,
                messages::NotGoodEnough { recipe }.text(lang),
            ),
            "undecided" => {
                let is_close =
                    |one: &Assertion| one.interval.is_some() && one.verdict.as_deref() == Some("undecided");
                let why = if self.expectations.iter().any(is_close) {
                    messages::ThresholdInInterval { recipe }.text(lang)
                } else {
                    messages::TooFewRuns { recipe }.text(lang)
                };
                let more = match self.more_runs {
                    Some(runs) => messages::MoreRuns {
                        runs: u64::from(runs),
                    }
                    .text(lang),
                    None => messages::no_more_runs(lang).to_owned(),
                };
                (State::Care, messages::undecided, lang.sentences(&[why, more]))
            }
            "measured" => (
                State::Note,
                messages::measured,
                messages::NoPublishedThreshold { recipe }.text(lang),
            ),
            _ => {
                let reason = self.reason.as_deref().unwrap_or_default();
                let sentence = messages::NotMeasurable {
                    recipe,
                    reason: &reason,
                };
                (State::Unknown, messages::no_verdict, sentence.text(lang))
            }
        }
    }

    fn answer(&self, lang: Lang) -> Markup {
        let (state, word, sentence) = self.verdict(lang);
        let class = match state {
            State::Fine => "good",
            State::Wrong => "bad",
            State::Care => "care",
            State::Note | State::Unknown => "",
        };
        let runs = self.runs.len() as u64;
        let subject = match &self.target {
            Some(target) => messages::RunsOn { runs, target }.text(lang),
            None => messages::RunsSimulated { runs }.text(lang),
        };
        let title = messages::Title {
            title: &builtin::title(&self.recipe, &self.title, lang),
        }
        .text(lang);
        html! {
            p.answer { b class=(class) { (mark(state).0) " " (word(lang)) } (lang.colon()) (sentence) }
            (paragraph("dim", &lang.sentences(&[title, subject])))
        }
    }

    /// Each number once: what is judged, then what is only measured.
    fn all(&self) -> impl Iterator<Item = &Assertion> {
        let is_judged = |one: &Assertion| {
            self.expectations
                .iter()
                .any(|judged| judged.measure == one.measure)
        };
        let plain = self.measures.iter().filter(move |one| !is_judged(one));
        self.expectations.iter().chain(plain)
    }

    fn numbers(&self, lang: Lang) -> Markup {
        let row = |one: &Assertion| {
            let unit = unit_of(one);
            let interval = one.interval.map_or_else(
                || "-".to_owned(),
                |interval| unit.range(interval.low, interval.high, lang),
            );
            vec![
                one.measure.clone(),
                one.median
                    .map_or_else(|| "-".to_owned(), |median| unit.shown(median)),
                interval,
                expected(one).to_owned(),
                match one.values.len() {
                    with if with < one.runs => {
                        let (with, runs) = (&with, &one.runs);
                        messages::SomeRuns { with, runs }.text(lang)
                    }
                    all => all.to_string(),
                },
                verdict_of(one, lang).0.to_owned(),
            ]
        };
        let heads = [
            messages::column_number(lang),
            messages::column_median(lang),
            messages::column_interval(lang),
            messages::column_expected(lang),
            messages::column_runs(lang),
            "",
        ];
        table(&heads, &[1, 2], &self.all().map(row).collect::<Vec<_>>())
    }

    /// A bar for each number that is judged, relative to its threshold.
    fn chart(&self, lang: Lang) -> Chart {
        let rows = self.expectations.iter().filter_map(|one| {
            let threshold = one.threshold.filter(|threshold| *threshold > 0.0)?;
            let middle = one.median? / threshold;
            let (verdict, series) = verdict_of(one, lang);
            Some(IntervalRow {
                label: one.expected.clone().unwrap_or_else(|| one.measure.clone()),
                values: one.values.iter().map(|value| value / threshold).collect(),
                middle,
                ends: one
                    .interval
                    .map(|interval| (interval.low / threshold, interval.high / threshold)),
                series,
                remark: format!("{} {verdict}", PageUnit::OfThreshold.shown(middle)),
            })
        });
        let intervals = Intervals {
            caption: captions::check_thresholds(lang).to_owned(),
            unit: PageUnit::OfThreshold,
            is_log: false,
            margin: None,
            series: Vec::new(),
            rows: rows.collect(),
        };
        Chart::intervals("thresholds", intervals)
    }

    /// The limits of the published test, and where thresholds and load are from.
    fn background(&self, lang: Lang) -> Markup {
        let dated = |source: &Source| match source.date.as_str() {
            "" => source.text.clone(),
            date => messages::Dated {
                source: &source.text,
                date: &date,
            }
            .text(lang),
        };
        let thresholds = self.expectations.iter().filter_map(|one| {
            let source = dated(one.source.as_ref()?);
            let expectation = one.expected.as_ref()?;
            let words = messages::Threshold {
                expectation,
                source: &source,
            };
            Some(vec![messages::label_threshold(lang).to_owned(), words.text(lang)])
        });
        let loads = self.sources.iter();
        let loads = loads.map(|source| vec![messages::label_load(lang).to_owned(), dated(source)]);
        let sources: Vec<Vec<String>> = thresholds.chain(loads).collect();
        let flaws = html! {
            @if !self.flaws.is_empty() {
                ul { @for (index, flaw) in self.flaws.iter().enumerate() { li { (builtin::flaw(&self.recipe, index, flaw, lang)) } } }
            }
        };
        html! {
            (headed(messages::heading_limits(lang), &flaws))
            (headed(messages::page_sources(lang), &table(&["", ""], &[], &sources)))
        }
    }

    fn runs_table(&self, lang: Lang) -> Markup {
        let row = |one: &CheckRunEntry| {
            let run = one.run.map_or_else(
                || messages::page_run_not_kept(lang).to_owned(),
                |run| messages::PageRun { run: &run }.text(lang),
            );
            let wrong = one.wrong.as_ref();
            let wrong = wrong.map(|reason| messages::PageNotCounted { reason }.text(lang));
            vec![run, one.grade.clone(), wrong.unwrap_or_default()]
        };
        let heads = [messages::column_runs(lang), messages::column_grade(lang), ""];
        let seeded = match self.command.contains("--seed") {
            true => self.command.clone(),
            false => format!("{} --seed {}", self.command, self.seed),
        };
        html! {
            (paragraph("", &messages::Repeat { command: &seeded }.text(lang)))
            (table(&heads, &[], &self.runs.iter().map(row).collect::<Vec<_>>()))
        }
    }
}
