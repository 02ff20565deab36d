//! The page of an import: the rates and latencies of all results next to each other.

use std::collections::BTreeMap;

use fiord_job::plan::{Ddir, PlanPart, RunPlan};
use fiord_messages::{Lang, import as messages, page_parts};
use fiord_record::imported::FigureOf;
use fiord_record::number::JobBytes;
use fiord_stats::interval::median;
use maud::{Markup, html};

use super::document::HasPage;
use super::extra::PageExtra;
use super::parts::{KeyFigure, PageContent, findings, key_figures};
use super::plan;
use crate::documents::finding::FindingJson;
use crate::documents::import::{ImportFile, Imports, ReadFigure, ReadRun};
use crate::html::charts::{Chart, Heat, HeatRow, IntervalRow, Intervals, PageUnit};
use crate::html::frame::{headed, paragraph, pre, table};
use crate::text::run::direction_named;

/// Rows of one chart.
const MOST_ROWS: usize = 120;
/// Rows of a table that may stand before the charts.
const MOST_FIRST: usize = 24;

/// A direction of a job of a run.
struct ResultLine<'d> {
    file: usize,
    run: &'d ReadRun,
    job: Option<&'d str>,
    direction: Option<&'d str>,
    figures: Vec<&'d ReadFigure>,
}

impl ResultLine<'_> {
    fn label(&self, lang: Lang) -> String {
        let name = self.job.unwrap_or(&self.run.name);
        match self.direction {
            Some(direction) => format!("{name} {}", direction_named(direction, lang)),
            None => name.to_owned(),
        }
    }

    /// The ends of the first of these figures that it has.
    fn ends(&self, whats: &[FigureOf]) -> Option<(f64, f64)> {
        whats.iter().find_map(|what| {
            let found = self.figures.iter().find(|figure| figure.what == what.name())?;
            Some((found.low, found.high))
        })
    }

    fn shown(&self, unit: PageUnit, whats: &[FigureOf]) -> String {
        match self.ends(whats) {
            None => "?".to_owned(),
            Some((low, high)) if low < high => format!("{}–{}", unit.shown(low), unit.shown(high)),
            Some((value, _)) => unit.shown(value),
        }
    }

    /// The file or device of its job, where its text names one.
    fn target(&self) -> String {
        let jobs = self.run.record.plan.jobs.iter();
        let named = jobs.filter_map(|job| job.files.filenames.first()).next();
        named.cloned().unwrap_or_default()
    }

    /// The block size, and every other setting of its job, where both were read.
    fn settings(&self) -> Option<(u64, String)> {
        let [job] = self.run.record.plan.jobs.as_slice() else {
            return None;
        };
        let is_known = [PlanPart::Blocks, PlanPart::Depth]
            .into_iter()
            .all(|part| job.tells(part));
        let sizes = Ddir::ALL.map(|ddir| &job.access.block_size[ddir]);
        let size = sizes.iter().find(|_| is_known)?.max();
        let direct = u8::from(job.durability.direct);
        let words = [
            job.access.mode.name().to_owned(),
            format!("iodepth={}", job.depth.iodepth),
            format!("numjobs={}", job.numjobs),
        ];
        let direct = job.tells(PlanPart::Direct).then(|| format!("direct={direct}"));
        let words: Vec<String> = words.into_iter().chain(direct).collect();
        Some((size, words.join(" ")))
    }
}

const RATES: &[FigureOf] = &[FigureOf::BytesPerS];
const IOPS: &[FigureOf] = &[FigureOf::Iops];
const MEANS: &[FigureOf] = &[FigureOf::LatMeanNs, FigureOf::ClatMeanNs];
const P50: &[FigureOf] = &[FigureOf::P50Ns];
const P99: &[FigureOf] = &[FigureOf::P99Ns];

impl HasPage for Imports {
    fn content(&self, extra: &PageExtra) -> PageContent {
        let lang = extra.lang;
        let lines = self.lines();
        let files: Vec<String> = self.files.iter().map(name_of).collect();
        let chart = |id, caption, unit, whats| self.chart(&lines, (id, caption, unit), whats, lang);
        let numbers = self.numbers(&lines, lang);
        let is_long = lines.len() > MOST_FIRST;
        PageContent {
            title: messages::PageTitle {
                files: &lang.list(&files),
            }
            .text(lang),
            answer: self.answer(lang),
            findings: self.found(lang),
            findings_heading: page_parts::findings(lang),
            charts: vec![
                matrix(&lines, lang),
                chart(
                    "bandwidth",
                    messages::page_bandwidth(lang),
                    PageUnit::Bandwidth,
                    RATES,
                ),
                chart("iops", messages::page_iops(lang), PageUnit::Iops, IOPS),
                chart("latency", messages::page_latency(lang), PageUnit::Time, MEANS),
                chart("p99", messages::page_p99(lang), PageUnit::Time, P99),
            ],
            figures: html! {
                (self.key_numbers(&lines, lang))
                @if !is_long { (numbers) }
                (paragraph("dim", &self.read(lang)))
            },
            plan: self.plan(lang),
            numbers: html! { @if is_long { (numbers) } },
            evidence: self.remarks(lang),
            runs: self.commands(),
            ..PageContent::default()
        }
    }
}

fn name_of(file: &ImportFile) -> String {
    file.file.to_string()
}

impl Imports {
    fn runs(&self) -> impl Iterator<Item = &ReadRun> {
        self.files.iter().flat_map(|file| &file.runs)
    }

    /// Each direction of each job, or the run where its text has no directions.
    fn lines(&self) -> Vec<ResultLine<'_>> {
        let mut lines = Vec::new();
        for (file, of) in self.files.iter().enumerate() {
            for run in &of.runs {
                let first = lines.len();
                for figure in &run.figures {
                    let is_rate = [RATES, IOPS, MEANS, P99]
                        .concat()
                        .iter()
                        .any(|what| figure.what == what.name());
                    let (job, direction) = (figure.job.as_deref(), figure.direction.as_deref());
                    let same = |line: &&mut ResultLine<'_>| line.job == job && line.direction == direction;
                    match lines.iter_mut().skip(first).find(same) {
                        Some(line) => line.figures.push(figure),
                        None if is_rate => lines.push(ResultLine {
                            file,
                            run,
                            job,
                            direction,
                            figures: vec![figure],
                        }),
                        None => {}
                    }
                }
            }
        }
        lines
    }

    /// The jobs of all runs, as far as their texts tell them.
    fn plan(&self, lang: Lang) -> Markup {
        let plan = RunPlan {
            jobs: self
                .runs()
                .flat_map(|run| run.record.plan.jobs.iter().cloned())
                .collect(),
            global_options: None,
        };
        plan::of_run(&plan, &[], lang)
    }

    fn answer(&self, lang: Lang) -> Markup {
        let wrong = self
            .runs()
            .filter(|run| run.grade == fiord_judge::Grade::D)
            .count() as u64;
        let mut runs = self.runs();
        let only = runs.next().filter(|_| runs.next().is_none());
        html! {
            @if let Some(run) = only { (paragraph("answer", &run.verdict)) }
            @if wrong > 0 { (paragraph("care", &messages::PageWrong { runs: wrong }.text(lang))) }
        }
    }

    /// How much was read, and what a question mark means.
    fn read(&self, lang: Lang) -> String {
        let read = messages::PageAnswer {
            runs: self.runs().count() as u64,
            files: self.files.len() as u64,
        };
        lang.sentences(&[read.text(lang), messages::page_unknown(lang).to_owned()])
    }

    /// The grade and the known numbers of each of a few results; of many the lowest and the highest.
    fn key_numbers(&self, lines: &[ResultLine<'_>], lang: Lang) -> Markup {
        const EACH: usize = 2;
        let known = |lines: &[&ResultLine<'_>]| {
            let all = [
                ("IOPS", PageUnit::Plain, IOPS),
                (messages::head_bandwidth(lang), PageUnit::Bandwidth, RATES),
                (messages::head_latency(lang), PageUnit::Time, MEANS),
                ("p50", PageUnit::Time, P50),
                ("p99", PageUnit::Time, P99),
            ];
            let figure = |(name, unit, whats): (&'static str, PageUnit, &[FigureOf])| {
                let ends = lines.iter().filter_map(|line| line.ends(whats));
                let (low, high) = ends.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))?;
                let value = if low < high {
                    unit.range(low, high, lang)
                } else {
                    unit.shown(low)
                };
                Some(KeyFigure { name, value })
            };
            let figures: Vec<KeyFigure<'_>> = all.into_iter().filter_map(figure).collect();
            figures
        };
        let mut grades: BTreeMap<&str, usize> = BTreeMap::new();
        for run in self.runs() {
            *grades.entry(run.grade.name()).or_default() += 1;
        }
        let counted = |(grade, runs): (&str, usize)| match grades.len() {
            1 => grade.to_owned(),
            _ => format!("{runs} {grade}"),
        };
        let counted: Vec<String> = grades
            .iter()
            .map(|(grade, runs)| counted((*grade, *runs)))
            .collect();
        let grade = |value| KeyFigure {
            name: messages::head_grade(lang),
            value,
        };
        let of_line = |line: &ResultLine<'_>| {
            let heading = if lines.len() > 1 {
                line.label(lang)
            } else {
                String::new()
            };
            let mut figures = vec![grade(line.run.grade.name().to_owned())];
            figures.extend(known(&[line]));
            key_figures(&heading, &figures)
        };
        let of_all = || {
            let mut figures = vec![grade(lang.list(&counted))];
            figures.extend(known(&lines.iter().collect::<Vec<_>>()));
            key_figures("", &figures)
        };
        html! {
            @if (1..=EACH).contains(&lines.len()) { @for line in lines { (of_line(line)) } }
            @else if !counted.is_empty() { (of_all()) }
        }
    }

    /// Every finding once, with the runs that have it.
    fn found(&self, lang: Lang) -> Markup {
        const NAMED: usize = 6;
        let mut all: Vec<(Vec<String>, &FindingJson)> = Vec::new();
        for run in self.runs() {
            for finding in &run.findings {
                let same = |(_, known): &&mut (Vec<String>, &FindingJson)| {
                    known.rule == finding.rule && known.saw == finding.saw
                };
                match all.iter_mut().find(same) {
                    Some((names, _)) if names.len() < NAMED => names.push(run.name.clone()),
                    Some(_) => {}
                    None => all.push((vec![run.name.clone()], finding)),
                }
            }
        }
        all.sort_by_key(|(_, finding)| std::cmp::Reverse(finding.severity));
        findings(
            all.into_iter()
                .map(|(names, finding)| (lang.list(&names), finding)),
            lang,
        )
    }

    fn chart(
        &self,
        lines: &[ResultLine<'_>],
        (id, caption, unit): (&'static str, &str, PageUnit),
        whats: &[FigureOf],
        lang: Lang,
    ) -> Chart {
        let rows = lines.iter().filter_map(|line| {
            let (low, high) = line.ends(whats)?;
            Some(IntervalRow {
                label: line.label(lang),
                values: Vec::new(),
                middle: f64::midpoint(low, high),
                ends: (low < high).then_some((low, high)),
                series: line.file,
                remark: String::new(),
            })
        });
        let series = match self.files.as_slice() {
            [_] => Vec::new(),
            files => files.iter().map(name_of).collect(),
        };
        let intervals = Intervals {
            caption: caption.to_owned(),
            unit,
            is_log: false,
            margin: None,
            series,
            rows: rows.take(MOST_ROWS).collect(),
        };
        Chart::intervals(id, intervals)
    }

    fn numbers(&self, lines: &[ResultLine<'_>], lang: Lang) -> Markup {
        let row = |line: &ResultLine<'_>| {
            vec![
                self.files.get(line.file).map(name_of).unwrap_or_default(),
                line.run.first_line.to_string(),
                line.run.kind.clone(),
                line.job.unwrap_or(&line.run.name).to_owned(),
                line.target(),
                line.direction
                    .map_or_else(String::new, |name| direction_named(name, lang).to_owned()),
                line.shown(PageUnit::Iops, IOPS),
                line.shown(PageUnit::Bandwidth, RATES),
                line.shown(PageUnit::Time, MEANS),
                line.shown(PageUnit::Time, P99),
                line.run.grade.name().to_owned(),
            ]
        };
        let heads = [
            messages::head_file(lang),
            messages::head_line(lang),
            messages::head_kind(lang),
            messages::head_name(lang),
            messages::head_target(lang),
            messages::head_what(lang),
            "IOPS",
            messages::head_bandwidth(lang),
            messages::head_latency(lang),
            "p99",
            messages::head_grade(lang),
        ];
        table(
            &heads,
            &[1, 6, 7, 8, 9],
            &lines.iter().map(row).collect::<Vec<_>>(),
        )
    }

    fn remarks(&self, lang: Lang) -> Markup {
        let mut all: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for run in self.runs() {
            for note in &run.notes {
                all.entry(note).or_default().push(&run.name);
            }
        }
        let rows: Vec<Vec<String>> = all
            .into_iter()
            .map(|(note, names)| {
                let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
                names.dedup();
                vec![lang.list(&names), note.to_owned()]
            })
            .collect();
        headed(messages::page_remarks(lang), &table(&["", ""], &[], &rows))
    }

    fn commands(&self) -> Markup {
        let mut commands: Vec<&str> = self.runs().filter_map(|run| run.command.as_deref()).collect();
        commands.dedup();
        if commands.is_empty() {
            return Markup::default();
        }
        pre(&(commands.join("\n") + "\n"))
    }
}

/// The bandwidth of all results whose jobs were read: settings against block sizes. A cell of several results has their median.
fn matrix(lines: &[ResultLine<'_>], lang: Lang) -> Chart {
    let mut cells: BTreeMap<(String, u64), Vec<f64>> = BTreeMap::new();
    for line in lines {
        if let (Some((size, settings)), Some((low, high))) = (line.settings(), line.ends(RATES)) {
            // `randread` says its direction already.
            let mode = settings.split(' ').next().unwrap_or_default();
            let direction = line.direction.filter(|direction| !mode.ends_with(direction));
            let row = [Some(settings.as_str()), direction];
            let row: Vec<&str> = row.into_iter().flatten().collect();
            cells
                .entry((row.join(" "), size))
                .or_default()
                .push(f64::midpoint(low, high));
        }
    }
    let mut sizes: Vec<u64> = cells.keys().map(|(_, size)| *size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut rows: Vec<HeatRow> = Vec::new();
    for (label, _) in cells.keys() {
        if rows.last().is_none_or(|row| row.label != *label) {
            let value = |size: &u64| median(cells.get(&(label.clone(), *size))?);
            rows.push(HeatRow {
                label: label.clone(),
                values: sizes.iter().map(value).collect(),
            });
        }
    }
    // A row or a column alone does not make a matrix.
    if sizes.len() < 2 || rows.len() < 2 {
        rows.clear();
    }
    let heat = Heat {
        caption: messages::page_matrix(lang).to_owned(),
        unit: PageUnit::Bandwidth,
        is_around_one: false,
        x_name: "bs".to_owned(),
        columns: sizes.iter().map(|size| JobBytes(*size).to_string()).collect(),
        rows,
    };
    Chart::heat("matrix", heat)
}
