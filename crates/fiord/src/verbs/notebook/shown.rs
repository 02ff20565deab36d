//! What came of a notebook, on a screen, in its Markdown, and on a page.

use std::path::Path;

use anyhow::{Context, Result};
use fiord_compare::result::ComparedMetric;
use fiord_judge::State;
use fiord_messages::{Lang, notebook as messages, report as report_messages};
use fiord_notebook::claim::{ClaimSubject, MARGIN, NotebookClaim, Says};
use fiord_notebook::decision::ClaimMark;
use fiord_notebook::evidence::{BlockEvidence, MeasuredSeries};
use fiord_notebook::judging::judge;
use fiord_notebook::markdown::{Asks, BlockVerb, NotebookBlock};
use fiord_notebook::render::{self, ExpressionOutcome};
use fiord_notebook::sentences::ids;
use fiord_notebook::{builtin, quantity};
use fiord_report::html::charts::{IntervalRow, Intervals, PageUnit};
use fiord_report::html::notebook::{chart, page};
use fiord_report::text::findings::mark;
use fiord_report::text::{Cell, Column, Page, Styled, Table};
use fiord_stats::interval::{median, median_interval};
use fiord_study::progress::LEVEL;

use super::Opened;
use crate::ui::{self, ReportOutput};

/// Rows of one chart.
const MOST_ROWS: usize = 60;

/// The notebooks that come with fiord.
pub(super) fn list(lang: Lang) -> Page {
    let mut page = Page::new();
    let mut table = Table::new([
        Column::left(messages::head_notebook(lang), "notebook"),
        Column::left(messages::head_about(lang), "about"),
    ]);
    for known in &builtin::ALL {
        let title = known.text.lines().find_map(|line| line.strip_prefix("# "));
        table.row([Cell::new(known.name), Cell::new(title.unwrap_or_default())]);
    }
    page.table(table);
    page.line(messages::list_hint(lang));
    page
}

/// The claims with their marks and reasons.
pub(super) fn claims(opened: &Opened, outcomes: &[ExpressionOutcome], lang: Lang) -> Page {
    let mut page = Page::new();
    let mut counts = [0_u64; 3];
    for (one, outcome) in opened.notebook.expressions.iter().zip(outcomes) {
        let ExpressionOutcome::Claim(judged) = outcome else {
            continue;
        };
        counts[judged.mark as usize] += 1;
        let (_, style) = mark(match judged.mark {
            ClaimMark::Holds => State::Fine,
            ClaimMark::Undecided => State::Care,
            ClaimMark::Contradicted => State::Wrong,
        });
        let symbol = Styled::new().styled(style, judged.mark.symbol());
        page.item(symbol.plain(" "), "  ", one.text.as_str());
        page.item("  ", "  ", judged.why.sentence(lang));
    }
    let [holds, undecided, contradicted] = counts;
    if holds + undecided + contradicted == 0 {
        page.line(messages::no_claims(lang));
        return page;
    }
    page.blank();
    let (holds, undecided, contradicted) = (&holds, &undecided, &contradicted);
    page.line(
        messages::Counts {
            holds,
            undecided,
            contradicted,
        }
        .text(lang),
    );
    page
}

/// The same as a table of Markdown; none: no claims.
pub(super) fn claims_markdown(opened: &Opened, outcomes: &[ExpressionOutcome], lang: Lang) -> Option<String> {
    let mut table = Table::new([
        Column::left("", "mark"),
        Column::left(messages::head_claim(lang), "claim"),
        Column::left(messages::head_reason(lang), "reason"),
        Column::left(messages::head_runs(lang), "runs"),
    ]);
    for (one, outcome) in opened.notebook.expressions.iter().zip(outcomes) {
        if let (Asks::Claim(_), ExpressionOutcome::Claim(judged)) = (&one.asks, outcome) {
            table.row([
                Cell::new(judged.mark.symbol()),
                Cell::new(one.text.as_str()),
                Cell::new(judged.why.sentence(lang)),
                Cell::new(ids(&judged.runs)),
            ]);
        }
    }
    (!table.is_empty()).then(|| table.markdown())
}

/// What was measured for a block, as Markdown; none: nothing yet.
pub(super) fn result(
    name: &str,
    opened: &Opened,
    evidence: &[BlockEvidence],
    doctor: &[(String, String)],
    lang: Lang,
) -> Option<String> {
    if let Some((_, text)) = doctor.iter().find(|(block, _)| block == name) {
        return Some(text.clone());
    }
    let block = opened.notebook.blocks.iter().find(|block| block.name == name)?;
    if block.verb == BlockVerb::Compare {
        return compared(block, evidence, lang);
    }
    let evidence = evidence.iter().find(|one| one.block == name)?;
    let table = numbers(evidence, lang);
    if table.is_empty() {
        return None;
    }
    let note = (!evidence.is_whole).then(|| format!("\n\n{}", messages::not_whole(lang)));
    Some(table.markdown() + &note.unwrap_or_default())
}

/// One row for each series: medians, the interval of what is compared, and the runs.
fn numbers(evidence: &BlockEvidence, lang: Lang) -> Table {
    let metric = evidence.metric.unwrap_or(ComparedMetric::Bandwidth);
    let factors = evidence
        .factors
        .iter()
        .map(|factor| Column::left(factor.name.clone(), factor.name.clone()));
    let has_job = evidence.factors.is_empty();
    let job = has_job.then(|| Column::left(messages::head_job(lang), "job"));
    let mut table = Table::new(
        factors.chain(job).chain([
            Column::left(messages::head_direction(lang), "direction"),
            Column::right("IOPS", "iops"),
            Column::right(messages::head_bandwidth(lang), "bandwidth"),
            Column::right("p50", "p50"),
            Column::right("p99", "p99"),
            Column::right(
                messages::HeadInterval {
                    metric: &metric.name(),
                }
                .text(lang),
                "interval",
            ),
            Column::right(messages::head_valid(lang), "valid"),
            Column::left(messages::head_runs(lang), "runs"),
        ]),
    );
    for series in &evidence.series {
        let middle = |metric| {
            let shown = median(&values(series, metric)).map(|value| quantity::shown(metric, value, 0.0));
            Cell::new(shown.unwrap_or_else(|| "–".to_owned()))
        };
        let interval = median_interval(&values(series, metric), LEVEL).map(|interval| {
            let half = (interval.high - interval.low) / 2.0;
            let [low, high] = [interval.low, interval.high].map(|end| quantity::shown(metric, end, half));
            messages::Range {
                low: &low,
                high: &high,
            }
            .text(lang)
        });
        let valid = format!(
            "{}/{}",
            series.runs.len() - series.wrong().len(),
            series.runs.len()
        );
        let labels = series.labels.iter().map(|label| Cell::new(label.as_str()));
        let job = has_job.then(|| Cell::new(series.job.as_str()));
        table.row(labels.chain(job).chain([
            Cell::new(series.direction.as_str()),
            middle(ComparedMetric::Iops),
            middle(ComparedMetric::Bandwidth),
            middle(ComparedMetric::P50),
            middle(ComparedMetric::P99),
            Cell::new(interval.unwrap_or_else(|| "–".to_owned())),
            Cell::new(valid),
            Cell::new(ids(&series.ids())),
        ]));
    }
    table
}

fn values(series: &MeasuredSeries, metric: ComparedMetric) -> Vec<f64> {
    series
        .counted(metric)
        .into_iter()
        .map(|(_, value)| value)
        .collect()
}

/// Every series of one block against the same one of the other.
fn compared(block: &NotebookBlock, evidence: &[BlockEvidence], lang: Lang) -> Option<String> {
    let [base, other] = &block.arguments[..] else {
        return None;
    };
    let of = |name: &String| evidence.iter().find(|one| one.block == *name);
    let (base, other) = (of(base)?, of(other)?);
    let mut table = Table::new([
        Column::left(messages::head_name(lang), "name"),
        Column::left("", "mark"),
        Column::left(
            messages::HeadEqual {
                base: &base.block,
                other: &other.block,
            }
            .text(lang),
            "equal",
        ),
        Column::left(messages::head_runs(lang), "runs"),
    ]);
    for name in other.names() {
        let subject = |block: &BlockEvidence| ClaimSubject {
            block: Some(block.block.clone()),
            words: name.replace(", ", "@"),
        };
        let claim = NotebookClaim {
            subject: subject(other),
            metric: None,
            says: Says::Equal {
                to: subject(base),
                within: MARGIN,
            },
        };
        let judged = judge(&claim, evidence);
        table.row([
            Cell::new(name.as_str()),
            Cell::new(judged.mark.symbol()),
            Cell::new(judged.why.sentence(lang)),
            Cell::new(ids(&judged.runs)),
        ]);
    }
    (!table.is_empty()).then(|| table.markdown())
}

/// Writes the page of a notebook; says where and how large.
///
/// # Errors
/// The file cannot be written.
pub(super) fn write_page(
    path: &Path,
    opened: &Opened,
    evidence: &[BlockEvidence],
    outcomes: &[ExpressionOutcome],
    doctor: &[(String, String)],
) -> Result<()> {
    let lang = Lang::current();
    let of_block = |name: &str| {
        let written = |block: &&NotebookBlock| block.name == name && block.verb == BlockVerb::Doctor;
        let earlier = opened
            .notebook
            .blocks
            .iter()
            .find(written)
            .and_then(|block| block.written.clone());
        if let Some(at) = earlier.filter(|_| doctor.iter().all(|(block, _)| block != name)) {
            return render::html_of(opened.text.get(at).unwrap_or_default());
        }
        let markdown = result(name, opened, evidence, doctor, lang).unwrap_or_default();
        let drawn = evidence
            .iter()
            .find(|one| one.block == name)
            .map(|one| drawn(one, lang));
        render::html_of(&markdown) + &drawn.unwrap_or_default()
    };
    let body = render::html(&opened.text, &opened.notebook, outcomes, &of_block, lang);
    let claims = render::html_of_claims(&opened.notebook, outcomes, lang);
    let title = opened.notebook.title.as_deref().unwrap_or(&opened.name);
    let text = page(title, &body, &claims, lang).html;
    let shown = path.display().to_string();
    let file = ReportOutput::open(Some(path)).with_context(|| format!("--html={shown}"))?;
    file.write(&text).with_context(|| format!("--html={shown}"))?;
    let kilobytes = &text.len().div_ceil(1024);
    ui::say(
        report_messages::PageWritten {
            file: &shown,
            kilobytes,
        }
        .text(lang),
    );
    Ok(())
}

/// The chart of a block.
fn drawn(evidence: &BlockEvidence, lang: Lang) -> String {
    let metric = evidence.metric.unwrap_or(ComparedMetric::Bandwidth);
    let unit = match metric {
        ComparedMetric::Bandwidth => PageUnit::Bandwidth,
        ComparedMetric::Iops => PageUnit::Iops,
        ComparedMetric::P50 | ComparedMetric::P99 | ComparedMetric::Mean => PageUnit::Time,
    };
    let row = |series: &MeasuredSeries| {
        let values = values(series, metric);
        Some(IntervalRow {
            label: series.label(),
            middle: median(&values)?,
            ends: median_interval(&values, LEVEL).map(|interval| (interval.low, interval.high)),
            values,
            series: 0,
            remark: String::new(),
        })
    };
    let intervals = Intervals {
        caption: messages::Chart {
            block: &evidence.block,
            metric: &metric.name(),
        }
        .text(lang),
        unit,
        is_log: false,
        margin: None,
        series: Vec::new(),
        rows: evidence.series.iter().filter_map(row).take(MOST_ROWS).collect(),
    };
    chart(&evidence.block, intervals, lang)
}
