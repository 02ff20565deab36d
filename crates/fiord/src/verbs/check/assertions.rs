//! Assertions with their results, for people and for programs: lines, JUnit XML, annotations.

use std::path::Path;

use anyhow::{Context, Result, bail};
use fiord_judge::terms::Instead;
use fiord_judge::verdict::Verdict;
use fiord_judge::{Finding, Grade, Severity, State};
use fiord_messages::{Fixed, Lang, Sentence, check as messages};
use fiord_record::number::Share;
use fiord_record::run::{ErrorRecord, RunRecord};
use fiord_report::documents::many_hosts_repeats::JudgedHosts;
use fiord_report::junit::{self, TestCase, TestEnd};
use fiord_report::text::findings::mark;
use fiord_report::text::{Page, Styled};
use fiord_study::check::{CheckRun, CheckedNumber, ExpectationState, Measurand, Trial, Unmeasured, WrongRun};

use crate::ui::ReportOutput;

/// Where reports for programs go, opened before anything is measured.
pub(in crate::verbs) struct Reports(Vec<Report>);

enum Report {
    JUnit(ReportOutput),
    GitHub(ReportOutput),
    /// To standard error, which GitHub reads as well; standard output belongs to the document.
    GitHubMessages,
}

impl Reports {
    pub(in crate::verbs) fn open(kinds: &[String]) -> Result<Self> {
        let open = |kind: &String| {
            let file = |path: &str| {
                let opened = ReportOutput::open(Some(Path::new(path)));
                opened.with_context(|| format!("--report={kind}"))
            };
            Ok(match kind.split_once(':') {
                Some(("junit", path)) if !path.is_empty() => Report::JUnit(file(path)?),
                Some(("github", path)) if !path.is_empty() => Report::GitHub(file(path)?),
                None if kind == "github" => Report::GitHubMessages,
                _ => bail!(messages::ReportKindUnknown { kind }.text(Lang::current())),
            })
        };
        Ok(Self(kinds.iter().map(open).collect::<Result<_>>()?))
    }

    pub(in crate::verbs) fn write(&self, suite: &str, cases: &[TestCase], seconds: f64) -> Result<()> {
        for report in &self.0 {
            match report {
                Report::JUnit(file) => file.write(&junit::junit(suite, cases, seconds)?)?,
                Report::GitHub(file) => file.write(&junit::github(suite, cases))?,
                Report::GitHubMessages => eprint!("{}", junit::github(suite, cases)),
            }
        }
        Ok(())
    }
}

/// The results as programs that know tests take them.
pub(in crate::verbs) fn cases(checked: &[CheckedNumber]) -> Vec<TestCase> {
    let of = |one: &CheckedNumber| {
        let expectation = one.expectation.as_ref()?;
        Some(TestCase {
            name: expectation.to_string(),
            end: match one.state {
                Some(ExpectationState::Passed) => TestEnd::Passed,
                Some(ExpectationState::Failed) => TestEnd::Failed,
                _ => TestEnd::Undecided,
            },
            message: sentence(one, Lang::En),
        })
    };
    checked.iter().filter_map(of).collect()
}

/// What was measured: `sync.p99 is 1.2 ms (95 % interval 1.1 ms to 1.3 ms, 8 runs). Expected: < 10 ms.`
fn sentence(checked: &CheckedNumber, lang: Lang) -> String {
    let number = &checked.measurand;
    let shown = |value: f64| number.quantity.shown(value);
    let expectation = checked.expectation.as_ref();
    if let (Some(ExpectationState::NotMeasurable(reason)), Some(expectation)) = (&checked.state, expectation)
    {
        let reason = &reason.text(lang);
        return messages::NumberNotMeasurable { expectation, reason }.text(lang);
    }
    let runs = checked.values.len() as u64;
    let mut sentences = vec![match (checked.median, checked.interval) {
        (None, _) => messages::NumberMissing { number }.text(lang),
        (Some(median), None) => messages::Number {
            number,
            median: &shown(median),
            runs,
        }
        .text(lang),
        (Some(median), Some(interval)) => messages::NumberInterval {
            number,
            median: &shown(median),
            low: &shown(interval.low),
            high: &shown(interval.high),
            runs,
        }
        .text(lang),
    }];
    if let (Some(state), Some(expectation)) = (&checked.state, expectation) {
        let threshold = &format!("{} {}", expectation.bound.symbol(), shown(expectation.threshold));
        sentences.push(messages::Expected { threshold }.text(lang));
        if let ExpectationState::TooClose { more } = state {
            if let (Some(interval), Some(median)) = (checked.interval, checked.median) {
                sentences.push(messages::too_close(lang).to_owned());
                let of_median = |length: f64| Share((length / median).abs());
                let widths = messages::TooCloseBy {
                    width: &of_median(interval.high - interval.low),
                    distance: &of_median(expectation.threshold - median),
                };
                sentences.push(widths.text(lang));
            }
            sentences.push(more_runs(*more, lang));
        }
    }
    lang.sentences(&sentences)
}

/// Whether more runs may decide.
pub(super) fn more_runs(more: Option<u32>, lang: Lang) -> String {
    match more.map(u64::from) {
        Some(runs) => messages::MoreRuns { runs }.text(lang),
        None => messages::no_more_runs(lang).to_owned(),
    }
}

/// The word for a state on pages.
pub(super) const fn state_label(state: &ExpectationState) -> Fixed {
    match state {
        ExpectationState::Passed => messages::state_pass,
        ExpectationState::Failed => messages::state_fail,
        ExpectationState::TooClose { .. } => messages::state_undecided,
        ExpectationState::NotMeasurable(_) => messages::state_not_measurable,
    }
}

/// Puts a line for each judged number on a page.
pub(in crate::verbs) fn put(page: &mut Page, checked: &[CheckedNumber], lang: Lang) {
    for one in checked {
        let Some(state) = &one.state else { continue };
        let (symbol, style) = mark(match state {
            ExpectationState::Passed => State::Fine,
            ExpectationState::Failed => State::Wrong,
            ExpectationState::TooClose { .. } => State::Care,
            ExpectationState::NotMeasurable(_) => State::Unknown,
        });
        let first = Styled::new().styled(style, format!("{symbol} {}", state_label(state)(lang)));
        page.item(first, "  ", format!(" {}", sentence(one, lang)));
    }
}

/// One run with the numbers of the check.
pub(in crate::verbs) fn checked_run(
    trial: &Trial,
    run: Option<i64>,
    record: &RunRecord,
    judged: &Verdict,
) -> CheckRun {
    let failed = record.workers.iter().find_map(|worker| worker.error.as_ref());
    let bottom = (judged.grade == Grade::D).then(|| Sentence::new(|lang| judged.reason.words(lang)));
    let wrongs: Vec<&Finding> = wrongs(judged).collect();
    let wrong = failed.map(failure).or_else(|| wrong_of(&wrongs, bottom));
    CheckRun {
        run,
        values: trial.numbers().map(|measurand| measurand.value(record)).collect(),
        grade: judged.grade.name().chars().next().unwrap_or('D'),
        wrong,
    }
}

/// One run over many hosts: the numbers are those of all ranks together, and it is wrong where any host's is.
pub(in crate::verbs) fn checked_hosts(trial: &Trial, judged: &JudgedHosts<'_>) -> CheckRun {
    let merged = judged.merged.as_ref();
    let mut workers = merged.iter().flat_map(|record| &record.workers);
    let failed = workers.find_map(|worker| worker.error.as_ref());
    let mut of_all = judged.found.iter();
    let of_all = of_all.find(|finding| finding.severity() == Severity::Wrong);
    let together = || {
        of_all.map(|finding| WrongRun {
            rule: finding.name().to_owned(),
            saw: Sentence::new(|lang| finding.saw(lang)),
        })
    };
    let hosts = judged.view.hosts.iter();
    let wrongs: Vec<&Finding> = hosts.flat_map(|host| wrongs(&host.verdict)).collect();
    let bottom = (judged.grade == Grade::D).then(|| Sentence::new(|lang| judged.reason(lang)));
    let value = |measurand: &Measurand| match merged {
        Some(record) => measurand.value(record),
        None => Err(Unmeasured::Nothing(measurand.to_string())),
    };
    CheckRun {
        run: None,
        values: trial.numbers().map(value).collect(),
        grade: judged.grade.name().chars().next().unwrap_or('D'),
        wrong: failed
            .map(failure)
            .or_else(together)
            .or_else(|| wrong_of(&wrongs, bottom)),
    }
}

fn failure(error: &ErrorRecord) -> WrongRun {
    WrongRun {
        rule: "error".to_owned(),
        saw: error.detail.clone(),
    }
}

fn wrongs(judged: &Verdict) -> impl Iterator<Item = &Finding> {
    let findings = judged.findings.iter();
    findings.filter(|finding| finding.severity == Severity::Wrong)
}

/// Why a run does not count, of its findings that are wrong and, where its grade is D, the reason of that.
fn wrong_of(wrongs: &[&Finding], bottom: Option<Sentence>) -> Option<WrongRun> {
    // A limit on this process is part of what is asked: what runs here later has it as well.
    let is_limit = |finding: &Finding| {
        finding
            .headline()
            .is_some_and(|headline| headline.what == Instead::Limit)
    };
    let limited = wrongs.iter().any(|finding| is_limit(finding));
    let of = |rule: &str, saw: Sentence| {
        Some(WrongRun {
            rule: rule.to_owned(),
            saw,
        })
    };
    match (wrongs.iter().find(|finding| !is_limit(finding)), bottom) {
        (Some(finding), _) => of(finding.trap().name(), Sentence::new(|lang| finding.saw(lang))),
        (None, Some(reason)) if !limited => of("grade", reason),
        _ => None,
    }
}
