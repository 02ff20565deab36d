//! What `fiord sweep --slo --json` prints: the highest arrival rate at which limits of latencies hold.

use std::path::Path;

use fiord_host::paths::Stored;
use fiord_messages::{Lang, phrases, slo as messages};
use fiord_record::number::{Count, Nanos, Rate, Rounded, Share};
use fiord_stats::Latency;
use fiord_stats::few::{Footing, footing};
use fiord_stats::interval::median;
use fiord_stats::load_limit::{HALF_WIDTH, LoadLimit};
use fiord_study::check::{Expectation, MeasuredPart};
use fiord_study::definition::Study;
use fiord_study::language::CheckedCell;
use fiord_study::service_level::{
    HeldRuns, RateAnswer, RatedRun, RunRates, SHARES, ServiceLevel, answer, whole_rate,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Body;

/// The highest rate at which limits hold, for each combination of levels.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SloDocument {
    /// Id in the store; null: nothing is kept.
    pub study: Option<i64>,
    pub name: String,
    pub title: String,
    /// All of them have to hold. Latencies count from the moment an I/O was due.
    pub limits: Vec<SloLimit>,
    /// Of the offsets, the arrivals and the order.
    pub seed: u64,
    /// Null: simulated.
    pub target: Option<Stored>,
    /// What was typed.
    pub command: String,
    pub factors: Vec<String>,
    pub cells: Vec<SloCell>,
    /// Loads that a check asks for; empty without one.
    #[serde(default)]
    pub needs: Vec<SloNeed>,
}

/// A load that is needed, and whether the limits hold there.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SloNeed {
    /// As `write.iops >= 500 IOPS`.
    pub need: String,
    /// I/Os per second of all jobs together at that load; null: not measured.
    pub iops: Option<f64>,
    pub verdict: SloVerdict,
    /// The verdict in words.
    pub sentence: String,
}

/// Whether the limits hold at a load that is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SloVerdict {
    Pass,
    Fail,
    Undecided,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SloLimit {
    /// As `p99 < 5 ms`.
    pub limit: String,
    pub threshold_ns: f64,
}

/// One combination of levels.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SloCell {
    /// From 0.
    pub cell: u32,
    pub label: String,
    /// Of each factor.
    pub levels: Vec<String>,
    /// fio's arguments, without a rate.
    pub command: Vec<String>,
    pub outcome: SloOutcome,
    /// The answer in words.
    pub sentence: String,
    /// The highest rate; null: none was found.
    pub iops: Option<f64>,
    /// The interval, within the rates that were tested; null: none, or it goes on where no rate was tested.
    pub low_iops: Option<f64>,
    pub high_iops: Option<f64>,
    /// How sure the interval is to hold the rate, 0 to 1; null: its ends are rates at which the limits held and did not.
    pub level: Option<f64>,
    /// The rate without a limit, which bounds the search.
    pub free_iops: Option<f64>,
    /// Runs up to 10 % below the rate.
    pub below: Option<SloHeld>,
    /// Runs up to 10 % above the rate.
    pub above: Option<SloHeld>,
    /// What has to be said with the rate, in words.
    pub caveats: Vec<String>,
    /// The latency at shares of the rate.
    pub shares: Vec<SloShare>,
    pub runs: Vec<SloRun>,
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SloOutcome {
    /// The rate has an interval.
    Found,
    /// The latency jumps at the rate.
    Jump,
    /// The limits do not hold at the lowest rate.
    Never,
    /// The limits hold at the rate without a limit, too.
    Always,
    /// The runs contradict each other: the answer changes from run to run.
    Undecided,
    /// The search was ended before it had an interval.
    Unfinished,
    /// A run failed or had no latency.
    Failed,
    NotMeasured,
}

/// In how many runs the limits held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SloHeld {
    pub held: usize,
    pub runs: usize,
}

/// Runs at a share of the rate.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SloShare {
    /// 0 to 1.
    pub share: f64,
    /// The rate that was offered.
    pub iops: f64,
    pub runs: usize,
    /// Runs in which the limits held.
    pub held: usize,
    /// The latency next to its limit, median of the runs.
    pub latency_ns: Option<f64>,
    pub latencies: Vec<SloLatency>,
}

/// Percentiles of all runs at a share together, of one kind of I/O; null: too few.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SloLatency {
    #[schemars(extend("enum" = MeasuredPart::ALL.map(MeasuredPart::name)))]
    pub direction: String,
    pub p50_ns: Option<u64>,
    pub p95_ns: Option<u64>,
    pub p99_ns: Option<u64>,
    pub p99_9_ns: Option<u64>,
}

/// One run.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SloRun {
    /// Id in the store.
    pub run: i64,
    /// The rate that was offered; null: none, the job ran as fast as it could.
    pub iops: Option<f64>,
    pub reached_iops: f64,
    /// The latency next to its limit; null: without a rate, or no latency.
    pub latency_ns: Option<f64>,
    /// Whether all limits held; null: without a rate.
    pub held: Option<bool>,
    /// The backlog grew as long as the run took, so its latency has no steady value.
    pub saturated: bool,
}

/// Whose searches a document has.
pub struct SloSubject<'a> {
    /// None: nothing is kept.
    pub id: Option<i64>,
    pub study: &'a Study,
    pub cells: &'a [CheckedCell],
    pub level: &'a ServiceLevel,
    pub target: Option<&'a Path>,
    pub command: &'a str,
    pub seed: u64,
    /// Rates that are needed: of a check, which has one cell.
    pub needs: &'a [Expectation],
}

impl Body for SloDocument {
    const NAME: &'static str = "slo";
    const TITLE: &'static str = "fiord sweep --slo --json";
}

impl SloDocument {
    /// From the runs of each cell, in the order of running.
    pub fn new(subject: &SloSubject<'_>, runs: &[Vec<RatedRun>], lang: Lang) -> Self {
        let limits = subject.level.limits().iter();
        let none = Vec::new();
        let cells = subject.cells.iter().enumerate();
        let cells: Vec<SloCell> = cells
            .map(|(at, checked)| cell(subject, checked, runs.get(at).unwrap_or(&none), lang))
            .collect();
        let of_first = subject.cells.first().zip(runs.first()).zip(cells.first());
        let needs = subject.needs.iter().filter_map(|need| {
            let ((checked, runs), cell) = of_first?;
            Some(cell.need(need, whole_rate(need, &checked.plan, runs), runs, lang))
        });
        let needs = needs.collect();
        let factors = subject.study.factors.iter();
        Self {
            study: subject.id,
            name: subject.study.name.clone(),
            title: subject.study.title.clone(),
            limits: limits
                .map(|limit| SloLimit {
                    limit: limit.to_string(),
                    threshold_ns: limit.threshold,
                })
                .collect(),
            seed: subject.seed,
            target: subject.target.map(Into::into),
            command: subject.command.to_owned(),
            factors: factors.map(|factor| factor.name.clone()).collect(),
            cells,
            needs,
        }
    }
}

fn cell(subject: &SloSubject<'_>, checked: &CheckedCell, runs: &[RatedRun], lang: Lang) -> SloCell {
    let found = answer(runs, subject.seed);
    let outcome = outcome(&found, runs);
    let label = checked.cell.label(subject.study);
    let is_undecided = outcome == SloOutcome::Undecided;
    let ([low, high], level) = match found.limit {
        _ if is_undecided => (found.interval(), None),
        Some(LoadLimit::At { level, .. }) => (found.interval(), level),
        _ => ([None; 2], None),
    };
    let rate = found
        .rate()
        .filter(|_| outcome != SloOutcome::Failed && !is_undecided);
    let [below, above] = found.near().map(|held| {
        let HeldRuns { held, runs } = held;
        rate.map(|_| SloHeld { held, runs })
    });
    let mut shares = SHARES.iter().zip(&found.at_shares);
    let mut cell = SloCell {
        cell: checked.cell.number,
        levels: checked.cell.labels(subject.study),
        command: checked.words.clone(),
        outcome,
        sentence: String::new(),
        iops: rate,
        low_iops: low.filter(|_| rate.is_some() || is_undecided),
        high_iops: high.filter(|_| rate.is_some() || is_undecided),
        level,
        free_iops: found.free_iops,
        below,
        above,
        caveats: caveats(subject.level, (&found, runs), outcome, lang),
        shares: shares
            .by_ref()
            .filter(|_| !is_undecided)
            .filter_map(|(share, runs)| at_share(*share, runs))
            .collect(),
        runs: runs.iter().map(run).collect(),
        label,
    };
    cell.sentence = cell.in_words(&found, lang);
    cell
}

fn outcome(found: &RateAnswer<'_>, runs: &[RatedRun]) -> SloOutcome {
    let is_over = found.is_complete || !found.at_shares.iter().all(Vec::is_empty);
    match found.limit {
        _ if runs.is_empty() => SloOutcome::NotMeasured,
        _ if runs.iter().any(|run| run.failed || is_without_latency(run)) => SloOutcome::Failed,
        None => SloOutcome::NotMeasured,
        Some(_) if is_over && found.is_contradicted() => SloOutcome::Undecided,
        Some(LoadLimit::Below { .. }) => SloOutcome::Never,
        Some(LoadLimit::Above { .. }) => SloOutcome::Always,
        Some(LoadLimit::At { .. }) if is_over && found.interval().contains(&None) => SloOutcome::Undecided,
        Some(LoadLimit::At { level: Some(_), .. }) => SloOutcome::Found,
        Some(LoadLimit::At { .. }) if is_over && found.is_jump() => SloOutcome::Jump,
        Some(LoadLimit::At { .. }) if is_over => SloOutcome::Undecided,
        Some(LoadLimit::At { .. }) => SloOutcome::Unfinished,
    }
}

fn is_without_latency(run: &RatedRun) -> bool {
    run.asked_iops.is_some() && run.margin.is_none()
}

fn run(run: &RatedRun) -> SloRun {
    SloRun {
        run: run.run,
        iops: run.asked_iops,
        reached_iops: run.reached_iops(),
        latency_ns: run.latency_ns,
        held: run.asked_iops.map(|_| run.holds()),
        saturated: run.is_saturated,
    }
}

fn at_share(share: f64, runs: &[&RatedRun]) -> Option<SloShare> {
    let iops: Vec<f64> = runs.iter().filter_map(|run| run.asked_iops).collect();
    let ns: Vec<f64> = runs.iter().filter_map(|run| run.latency_ns).collect();
    let of = |part: MeasuredPart| {
        let mut merged = Latency::default();
        let all = runs.iter().flat_map(|run| &run.latencies);
        for (_, latency) in all.filter(|(its, _)| *its == part) {
            merged.merge(latency);
        }
        let percentile = |percent: f64| {
            let count = merged.moments.count;
            merged
                .percentile(percent)
                .filter(|_| footing(count, percent) != Footing::TooFew)
        };
        (merged.moments.count > 0).then(|| SloLatency {
            direction: part.name().to_owned(),
            p50_ns: percentile(50.0),
            p95_ns: percentile(95.0),
            p99_ns: percentile(99.0),
            p99_9_ns: percentile(99.9),
        })
    };
    Some(SloShare {
        share,
        iops: median(&iops)?,
        runs: runs.len(),
        held: runs.iter().filter(|run| run.holds()).count(),
        latency_ns: median(&ns),
        latencies: MeasuredPart::ALL.into_iter().filter_map(of).collect(),
    })
}

/// At which rates the limits held, and at which they did not.
fn undecided(cell: &str, found: &RateAnswer<'_>, lang: Lang) -> String {
    let count = |iops: f64| Count(iops.round() as u64);
    let range = |rates: RunRates| match (&count(rates.lowest), &count(rates.highest)) {
        (one, _) if rates.lowest == rates.highest => one.to_string(),
        (low, high) => phrases::Range { low, high }.text(lang),
    };
    let cell = &cell;
    match found.rates().map(|rates| rates.map(range)) {
        [Some(held), Some(exceeded)] => {
            let (held, exceeded) = (&held, &exceeded);
            messages::Undecided { cell, held, exceeded }.text(lang)
        }
        [Some(held), None] => messages::UndecidedHeld { cell, held: &held }.text(lang),
        [None, Some(exceeded)] => {
            let exceeded = &exceeded;
            messages::UndecidedExceeded { cell, exceeded }.text(lang)
        }
        [None, None] => messages::NotMeasured { cell }.text(lang),
    }
}

/// What has to be said with the rate.
fn caveats(
    level: &ServiceLevel,
    (found, runs): (&RateAnswer<'_>, &[RatedRun]),
    outcome: SloOutcome,
    lang: Lang,
) -> Vec<String> {
    let all = runs.len() as u64;
    let count = |is: fn(&RatedRun) -> bool| runs.iter().filter(|run| is(run)).count();
    let mut caveats = Vec::new();
    let half = found.limit.as_ref().and_then(LoadLimit::relative_half_width);
    if outcome == SloOutcome::Found && found.is_complete && half.is_some_and(|half| half > HALF_WIDTH) {
        let half_width = &Share(HALF_WIDTH);
        caveats.push(messages::Wide { half_width }.text(lang));
    }
    let accidents = found.accidents();
    if matches!(outcome, SloOutcome::Found | SloOutcome::Jump) && accidents > 0 {
        let runs = accidents as u64;
        caveats.push(messages::Accidents { runs }.text(lang));
    }
    let broken = SHARES.iter().zip(&found.at_shares).find_map(|(share, runs)| {
        let held = runs.iter().filter(|run| run.holds()).count();
        (outcome != SloOutcome::Undecided && !level.holds_in(runs)).then_some((share, held, runs.len()))
    });
    if let Some((share, held, runs)) = broken {
        let (share, held, runs) = (&Share(*share), &held, &runs);
        caveats.push(messages::ShareBroken { share, held, runs }.text(lang));
    }
    if found.searched.iter().any(|run| run.is_thin) {
        caveats.push(messages::thin(lang).to_owned());
    }
    let (invalid, disturbed) = (count(|run| run.is_invalid), count(|run| run.is_disturbed));
    if invalid > 0 {
        let invalid = &invalid;
        caveats.push(messages::Invalid { invalid, runs: all }.text(lang));
    }
    if disturbed > 0 {
        let disturbed = &disturbed;
        caveats.push(messages::Disturbed { disturbed, runs: all }.text(lang));
    }
    caveats
}

impl SloCell {
    /// Whether the limits hold where a rate is as high as needed. `iops`: of all jobs at that load.
    fn need(&self, need: &Expectation, iops: Option<f64>, runs: &[RatedRun], lang: Lang) -> SloNeed {
        let invalid = runs.iter().filter(|run| run.is_invalid).count();
        let is_measured = invalid * 3 <= runs.len();
        // A percentile that rests on a few I/Os shows by chance that a limit holds, or that it does not.
        let is_thin = runs.iter().any(|run| run.asked_iops.is_some() && run.is_thin);
        let verdict = match iops.filter(|_| is_measured && !is_thin) {
            Some(iops) => self.verdict_at(iops),
            None => SloVerdict::Undecided,
        };
        let text = &need.to_string();
        let said = match verdict {
            SloVerdict::Pass => messages::NeedPass { need: text }.text(lang),
            SloVerdict::Fail => messages::NeedFail { need: text }.text(lang),
            SloVerdict::Undecided if !is_measured => messages::NeedInvalid { need: text }.text(lang),
            SloVerdict::Undecided => messages::NeedUndecided { need: text }.text(lang),
        };
        let whole = iops.filter(|iops| (iops / need.threshold - 1.0).abs() > 1e-6);
        let whole = whole.map(|iops| {
            let rate = &Count(iops.ceil() as u64);
            messages::NeedWhole { rate }.text(lang)
        });
        let sentences: Vec<String> = [said].into_iter().chain(whole).collect();
        SloNeed {
            need: text.clone(),
            iops,
            verdict,
            sentence: lang.sentences(&sentences),
        }
    }

    fn lowest_tested(&self) -> Option<f64> {
        self.runs.iter().filter_map(|run| run.iops).reduce(f64::min)
    }

    fn verdict_at(&self, needed: f64) -> SloVerdict {
        let highest = self.iops.unwrap_or(0.0);
        let (holds, fails) = match self.outcome {
            SloOutcome::Found | SloOutcome::Jump => {
                let (low, high) = (
                    self.low_iops.unwrap_or(0.0),
                    self.high_iops.unwrap_or(f64::INFINITY),
                );
                (low >= needed, high < needed)
            }
            // The job is not faster without a limit; how precisely that is known, the search says.
            SloOutcome::Always => (highest >= needed, highest * (1.0 + HALF_WIDTH) < needed),
            // Lower rates than the lowest that was tested may hold the limits.
            SloOutcome::Never => (false, self.lowest_tested().is_some_and(|lowest| lowest <= needed)),
            SloOutcome::Undecided | SloOutcome::Unfinished | SloOutcome::Failed | SloOutcome::NotMeasured => {
                (false, false)
            }
        };
        match (holds, fails) {
            (true, _) => SloVerdict::Pass,
            (_, true) => SloVerdict::Fail,
            _ => SloVerdict::Undecided,
        }
    }

    fn in_words(&self, found: &RateAnswer<'_>, lang: Lang) -> String {
        let (cell, runs) = (&self.label, found.searched.len() as u64);
        // No rate is above the one without a limit.
        let most = self.free_iops.unwrap_or(0.0);
        let (low, high) = (self.low_iops.unwrap_or(0.0), self.high_iops.unwrap_or(most));
        let rate = self.iops.unwrap_or(0.0);
        let rounded = |value: f64| Rounded::by(value, (high - low).max(value * 1e-4));
        match self.outcome {
            SloOutcome::Found => messages::Found {
                cell,
                rate: &rounded(rate),
                level: &Share(self.level.unwrap_or(0.0).min(0.95)),
                low: &rounded(low),
                high: &rounded(high),
                runs,
            }
            .text(lang),
            SloOutcome::Jump => messages::Jump {
                cell,
                rate: &rounded(rate),
                low: &rounded(low),
                high: &rounded(high),
                runs,
            }
            .text(lang),
            SloOutcome::Unfinished => messages::Unfinished {
                cell,
                low: &rounded(low),
                high: &rounded(high),
                runs,
            }
            .text(lang),
            SloOutcome::Never => {
                let lowest = self.lowest_tested().unwrap_or(0.0);
                let of_lowest = self.runs.iter().filter(|run| run.iops == Some(lowest));
                let ns: Vec<f64> = of_lowest.filter_map(|run| run.latency_ns).collect();
                messages::Never {
                    cell,
                    rate: &Rate(lowest),
                    share: &Share(lowest / self.free_iops.unwrap_or(lowest)),
                    latency: &Nanos(median(&ns).unwrap_or(0.0)),
                    runs: ns.len() as u64,
                }
                .text(lang)
            }
            SloOutcome::Always => {
                let rate = &Count(rate.round() as u64);
                match found.rates()[1] {
                    None => messages::Always { cell, rate }.text(lang),
                    Some(exceeded) => messages::AlwaysButFew {
                        cell,
                        rate,
                        exceeded: &exceeded.runs,
                        runs: &found.rated.len(),
                    }
                    .text(lang),
                }
            }
            SloOutcome::Undecided => undecided(cell, found, lang),
            SloOutcome::Failed
                if self
                    .runs
                    .iter()
                    .any(|run| run.iops.is_some() && run.latency_ns.is_none()) =>
            {
                messages::NoLatency { cell }.text(lang)
            }
            SloOutcome::Failed => messages::Failed { cell }.text(lang),
            SloOutcome::NotMeasured => messages::NotMeasured { cell }.text(lang),
        }
    }
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use super::*;

    fn run(ns: u64) -> RatedRun {
        let mut latency = Latency::default();
        (0..1_000).for_each(|_| latency.record(ns));
        RatedRun {
            run: 1,
            asked_iops: Some(950.0),
            reached: Vec::new(),
            lanes: 1,
            margin: Some(5e6 / ns as f64),
            latency_ns: Some(ns as f64),
            is_saturated: false,
            is_invalid: false,
            is_disturbed: false,
            failed: false,
            is_thin: false,
            latencies: vec![(MeasuredPart::ALL[0], latency)],
        }
    }

    /// A newcomer's disk: the limit held above the lowest rate, at which it was exceeded.
    #[test]
    fn runs_that_contradict_each_other_are_undecided() {
        let at = |iops, ns| RatedRun {
            asked_iops: Some(iops),
            ..run(ns)
        };
        let free = RatedRun {
            asked_iops: None,
            ..run(1_000_000)
        };
        let rated = [
            at(1_239.0, 3_800_000),
            at(1_134.0, 3_500_000),
            at(923.0, 7_000_000),
            at(4_000.0, 9_000_000),
        ];
        let said = |rated: &[RatedRun]| {
            let found = RateAnswer {
                free_iops: Some(59_000.0),
                limit: Some(LoadLimit::Below { lowest: 923.0 }),
                rated,
                searched: rated,
                at_shares: [const { Vec::new() }; 3],
                is_complete: true,
            };
            let all: Vec<RatedRun> = [free.clone()].into_iter().chain(rated.iter().cloned()).collect();
            (outcome(&found, &all), undecided("4k", &found, Lang::En))
        };
        assert_eq!(
            said(&rated),
            (
                SloOutcome::Undecided,
                "4k: undecided, because the answer changes from run to run. The limit held at 1,134 to 1,239 IOPS and was exceeded at 923 to 4,000 IOPS."
                    .to_owned()
            )
        );
        assert_eq!(said(&rated[2..]).0, SloOutcome::Never);
    }

    /// A row of the table below the answer that breaks the limit is said with the answer.
    #[test]
    fn a_share_at_which_the_limit_breaks_is_a_caveat() {
        let level = ServiceLevel::parse(&["p99<5ms".to_owned()]).unwrap_or_else(|error| panic!("{error}"));
        let (holds, breaks) = (run(1_000_000), run(7_000_000));
        let said = |last: Vec<&RatedRun>| {
            let found = RateAnswer {
                free_iops: Some(2_000.0),
                limit: None,
                rated: &[],
                searched: &[],
                at_shares: [vec![&holds, &holds], vec![&holds, &holds], last],
                is_complete: true,
            };
            caveats(&level, (&found, &[]), SloOutcome::Jump, Lang::En)
        };
        let broken = said(vec![&holds, &breaks, &holds]);
        assert!(
            broken.len() == 1
                && broken[0].contains("at 95 % of the highest rate")
                && broken[0].contains("the limit held in only 2 of 3 runs"),
            "{broken:?}"
        );
        assert!(said(vec![&holds, &holds, &holds]).is_empty());
    }

    /// A load below the lowest rate that was tested is not known to exceed a limit that holds at no tested rate.
    #[test]
    fn a_load_below_the_lowest_tested_rate_is_undecided() {
        let runs = [1_000.0, 4_000.0].map(|iops| RatedRun {
            asked_iops: Some(iops),
            ..run(7_000_000)
        });
        let cell = SloCell {
            cell: 0,
            label: "4k".to_owned(),
            levels: Vec::new(),
            command: Vec::new(),
            outcome: SloOutcome::Never,
            sentence: String::new(),
            iops: None,
            low_iops: None,
            high_iops: None,
            level: None,
            free_iops: Some(64_000.0),
            below: None,
            above: None,
            caveats: Vec::new(),
            shares: Vec::new(),
            runs: runs.iter().map(super::run).collect(),
        };
        let verdicts = [500.0, 1_000.0, 2_000.0].map(|needed| cell.verdict_at(needed));
        assert_eq!(
            verdicts,
            [SloVerdict::Undecided, SloVerdict::Fail, SloVerdict::Fail]
        );
    }
}
