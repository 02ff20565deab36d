//! What came of a notebook, on a screen, in its Markdown, and on a page.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result};
use fiord_compare::result::ComparedMetric;
use fiord_messages::{Lang, notebook as messages, report as report_messages};
use fiord_notebook::claim::{ClaimSubject, NotebookClaim, Says};
use fiord_notebook::evidence::{BlockEvidence, MeasuredSeries};
use fiord_notebook::judging::judge;
use fiord_notebook::markdown::{Asks, BlockVerb, NotebookBlock};
use fiord_notebook::render::{self, ExpressionOutcome, Notes};
use fiord_notebook::sentences::ids;
use fiord_notebook::{builtin, quantity};
use fiord_record::number::Share;
use fiord_report::html::Framed;
use fiord_report::html::charts::{IntervalRow, Intervals, PageUnit};
use fiord_report::html::notebook::{chart, content, page};
use fiord_report::text::{Cell, Column, Page, Styled, Table};
use fiord_stats::interval::{median, median_interval};
use fiord_study::progress::LEVEL;

use super::blocks::{self, checked};
use super::{NotebookAnswer, Opened};
use crate::keep::StoreArgs;
use crate::ui::{self, ReportOutput};
use crate::verbs::check;

/// Rows of one chart.
const MOST_ROWS: usize = 60;

/// The notebooks that come with fiord.
pub(super) fn list(lang: Lang) -> Page {
    let mut page = Page::new();
    page.heading(messages::heading_builtin(lang));
    for known in &builtin::ALL {
        let text = known.text(lang);
        let title = text.lines().find_map(|line| line.strip_prefix("# "));
        page.item(
            Styled::from("  ").strong(format!("{:15}", known.name)).plain(" "),
            " ".repeat(18),
            title.unwrap_or_default(),
        );
    }
    page.blank();
    page.line(messages::list_hint(lang));
    page
}

/// What came of a notebook, and where it is shown.
pub(super) struct NotebookView<'a> {
    pub(super) opened: &'a Opened,
    pub(super) answer: &'a NotebookAnswer,
    /// What doctor found, by the names of its blocks; of others what was written before is shown.
    pub(super) doctor: &'a [(String, String)],
    pub(super) store: &'a StoreArgs,
    pub(super) lang: Lang,
    /// On paper values have notes, too, and colours are those of paper.
    pub(super) is_for_paper: bool,
}

impl NotebookView<'_> {
    /// The claims as a table of Markdown; none: no claims.
    pub(super) fn claims_markdown(&self) -> Option<String> {
        let lang = self.lang;
        let mut table = Table::new([
            Column::left("", "mark"),
            Column::left(messages::head_claim(lang), "claim"),
            Column::left(messages::head_reason(lang), "reason"),
            Column::left(messages::head_runs(lang), "runs"),
        ]);
        for (one, outcome) in self.opened.notebook.expressions.iter().zip(&self.answer.outcomes) {
            if let (Asks::Claim(_), ExpressionOutcome::Claim(judged)) = (&one.asks, outcome) {
                table.row([
                    Cell::new(judged.mark.symbol()),
                    Cell::new(one.text.as_str()),
                    Cell::new(judged.why.sentence(lang)),
                    Cell::new(ids(&judged.runs)),
                ]);
            }
        }
        (!table.is_empty()).then(|| table.markdown(lang))
    }

    /// What was measured for a block, as Markdown; none: nothing yet.
    ///
    /// # Errors
    /// The store.
    pub(super) fn result(&self, block: &NotebookBlock) -> Result<Option<String>> {
        if let Some((_, text)) = self.doctor.iter().find(|(name, _)| *name == block.name) {
            return Ok(Some(text.clone()));
        }
        let seen = &self.answer.seen;
        if block.verb == BlockVerb::Compare {
            return Ok(compared(block, &seen.blocks, self.lang));
        }
        let Some(evidence) = seen.blocks.iter().find(|one| one.block == block.name) else {
            return Ok(None);
        };
        let table = numbers(evidence, self.lang);
        if table.is_empty() {
            return Ok(None);
        }
        let verdict = match block.verb {
            BlockVerb::Check => self.verdict(block)?,
            _ => None,
        };
        let note = (!evidence.is_whole).then(|| messages::not_whole(self.lang).to_owned());
        let parts = [verdict, Some(table.markdown(self.lang)), note];
        Ok(Some(parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n")))
    }

    /// What the runs of a `check` block say of its recipe.
    fn verdict(&self, block: &NotebookBlock) -> Result<Option<String>> {
        let asked = checked(block)?;
        let mut names = self.answer.seen.names.iter();
        let Some((_, name)) = names.find(|(name, _)| *name == block.name) else {
            return Ok(None);
        };
        let asks = (&asked.expectations[..], &asked.needs[..]);
        let page = check::of_stored(&asked.recipe, asks, name, self.store, self.lang)?;
        Ok(page.map(|page| page.markdown(self.lang)))
    }

    /// The page of the notebook.
    ///
    /// # Errors
    /// The store.
    fn page(&self) -> Result<Framed> {
        Ok(page(self.title(), &self.content()?, self.is_for_paper, self.lang))
    }

    pub(super) fn title(&self) -> &str {
        self.opened.notebook.title.as_deref().unwrap_or(&self.opened.name)
    }

    /// The text of the notebook and its claims, as HTML.
    ///
    /// # Errors
    /// The store.
    pub(super) fn content(&self) -> Result<String> {
        let (opened, outcomes, lang) = (self.opened, &self.answer.outcomes, self.lang);
        let mut results: HashMap<&str, String> = HashMap::new();
        for block in &opened.notebook.blocks {
            results.insert(&block.name, self.of_block(block)?);
        }
        let of_block = |name: &str| results.get(name).cloned().unwrap_or_default();
        let (notes, heading) = match self.is_for_paper {
            true => (Notes::All, messages::heading_notes(lang)),
            false => (Notes::Claims, messages::heading_claims(lang)),
        };
        let body = render::html(&opened.text, &opened.notebook, outcomes, &of_block, notes, lang);
        let list = render::html_of_notes(&opened.notebook, outcomes, notes, lang);
        Ok(content(&body, heading, &list))
    }

    fn of_block(&self, block: &NotebookBlock) -> Result<String> {
        let is_doctor = block.verb == BlockVerb::Doctor;
        let is_new = self.doctor.iter().any(|(name, _)| *name == block.name);
        if let Some(at) = block.written.clone().filter(|_| is_doctor && !is_new) {
            return Ok(render::html_of(self.opened.text.get(at).unwrap_or_default()));
        }
        let markdown = self.result(block)?.unwrap_or_default();
        let mut evidence = self.answer.seen.blocks.iter();
        let drawn = evidence
            .find(|one| one.block == block.name)
            .map(|one| drawn(one, self.lang));
        Ok(render::html_of(&markdown) + &drawn.unwrap_or_default())
    }

    /// Writes the page to a file; says where and how large.
    ///
    /// # Errors
    /// The store, or the file cannot be written.
    pub(super) fn write_page(&self, path: &Path) -> Result<()> {
        let text = self.page()?.html;
        let shown = path.display().to_string();
        let file = ReportOutput::open(Some(path)).with_context(|| format!("--html={shown}"))?;
        file.write(&text).with_context(|| format!("--html={shown}"))?;
        let kilobytes = &text.len().div_ceil(1024);
        ui::say(
            report_messages::PageWritten {
                file: &shown,
                kilobytes,
            }
            .text(self.lang),
        );
        Ok(())
    }
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
    let asked = blocks::compared(block)?;
    let of = |name: &str| evidence.iter().find(|one| one.block == *name);
    let (base, other) = (of(asked.base)?, of(asked.other)?);
    let mut table = Table::new([
        Column::left(messages::head_name(lang), "name"),
        Column::left("", "mark"),
        Column::left(
            messages::HeadEqual {
                base: &base.block,
                other: &other.block,
                margin: &Share(asked.margin),
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
                within: asked.margin,
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
    (!table.is_empty()).then(|| table.markdown(lang))
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
