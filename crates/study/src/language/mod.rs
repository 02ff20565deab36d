//! The study language: TOML into a [`Study`], with every mistake at its place (`docs/studies.md`).

mod check;
mod levels;
mod questions;
mod reader;
mod recipe;
mod settings;

use std::ops::Range;

use fiord_host::changes::Setting;
use fiord_job::diagnostic::Diagnostic;
use fiord_job::source::{SourceText, Sources};
use fiord_messages::{Lang, study_language as messages};
use toml::de::DeTable;

use crate::definition::{
    Between, Budget, Condition, Factor, FactorLevel, Job, Order, Published, Stop, Study, StudyMetric,
};
pub use check::{CheckedCell, CheckedJob, LoweredStudy, check};
use questions::questions;
use reader::{ExpectedValue, KeyEntry, Reader, TomlTable};
pub use recipe::{ReadRecipe, read_recipe, study_of_recipe};
use settings::settings;

/// Half width of the interval unless the study says otherwise.
pub const HALF_WIDTH: f64 = 0.05;

const KEYS: [&str; 19] = [
    "name",
    "title",
    "about",
    "published",
    "job",
    "jobs",
    "factors",
    "setting",
    "exclude",
    "between",
    "order",
    "seed",
    "metric",
    "margin",
    "comparable",
    "compare",
    "stop",
    "budget",
    "background",
];

/// A study's text, read. Only fit to run without diagnostics.
#[derive(Debug, Clone)]
pub struct Read {
    pub study: Study,
    /// For rendering the diagnostics.
    pub sources: Sources,
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a study. `name` is that of the file, for messages.
pub fn read(name: &str, text: &str) -> Read {
    let mut reader = Reader::new(text);
    let study = match DeTable::parse(text) {
        Ok(table) => {
            let table = TomlTable::whole(table.get_ref(), text);
            reader.unknown(&table, &KEYS, ExpectedValue::KeyOfStudy);
            study(&mut reader, &table)
        }
        Err(error) => {
            reader.wrong(error.span().unwrap_or(0..0), error.message().to_owned(), None);
            empty()
        }
    };
    Read {
        study,
        sources: sources(name, text),
        diagnostics: reader.finish(),
    }
}

/// The texts that diagnostics point into.
fn sources(name: &str, text: &str) -> Sources {
    Sources {
        texts: vec![
            SourceText {
                name: "command line".to_owned(),
                lines: Vec::new(),
            },
            SourceText {
                name: name.to_owned(),
                lines: text.lines().map(str::to_owned).collect(),
            },
        ],
    }
}

fn empty() -> Study {
    Study {
        name: String::new(),
        title: String::new(),
        about: String::new(),
        published: Vec::new(),
        common: Vec::new(),
        jobs: Vec::new(),
        factors: Vec::new(),
        excluded: Vec::new(),
        between: Vec::new(),
        order: Order::Random,
        seed: None,
        metric: StudyMetric::Bandwidth,
        questions: questions::usual(),
        stop: standard(),
        budget: Budget::default(),
    }
}

/// The stop rule of a study that names none.
pub const fn standard() -> Stop {
    Stop::Precise {
        half_width: HALF_WIDTH,
        least: fiord_stats::stopping::LEAST_RUNS as u32,
        step: fiord_stats::stopping::STEP_RUNS as u32,
        most: fiord_stats::stopping::MOST_RUNS as u32,
    }
}

fn study(reader: &mut Reader, table: &TomlTable<'_>) -> Study {
    let mut study = empty();
    study.name = reader.needed_text(table, "name", messages::name_missing);
    study.title = reader.text(table, "title").unwrap_or_default();
    study.about = reader.text(table, "about").unwrap_or_default();
    study.published = published(reader, table);
    let common = reader.table(table, "job");
    if let Some(common) = &common {
        study.common = settings(reader, common, &OURS);
    }
    study.jobs = jobs(reader, table, common.as_ref());
    study.factors = factors(reader, table, &study.jobs);
    study.excluded = excluded(reader, table, &study.factors);
    study.between = between(reader, table);
    study.order = reader
        .choice(table, "order", &Order::ALL.map(Order::name))
        .map_or(Order::Random, |at| Order::ALL[at]);
    study.seed = reader.whole_number(table, "seed", 0).map(|(seed, _)| seed);
    study.metric = reader
        .choice(table, "metric", &StudyMetric::ALL.map(StudyMetric::name))
        .map_or(StudyMetric::Bandwidth, |at| StudyMetric::ALL[at]);
    study.questions = questions(reader, table, &study.factors);
    if let Some(stop) = reader.table(table, "stop") {
        study.stop = self::stop(reader, &stop);
    }
    if let Some(budget) = reader.table(table, "budget") {
        reader.unknown(&budget, &["time", "written"], ExpectedValue::Key("budget"));
        study.budget = Budget {
            seconds: reader.seconds(&budget, "time"),
            written_bytes: reader.bytes(&budget, "written"),
        };
    }
    study
}

/// Keys of jobs that are not options.
const OURS: [&str; 3] = ["file", "own_files", "constant"];

/// What `common` says of files goes for every job that says nothing.
fn jobs(reader: &mut Reader, table: &TomlTable<'_>, common: Option<&TomlTable<'_>>) -> Vec<Job> {
    let usual_file = common.and_then(|common| reader.text(common, "file"));
    let usual_file = usual_file.unwrap_or_else(|| "data".to_owned());
    let usual_own = common
        .and_then(|common| reader.truth(common, "own_files"))
        .unwrap_or(false);
    let mut jobs = Vec::new();
    for (key, is_background) in [("jobs", false), ("background", true)] {
        let Some(named) = reader.table(table, key) else {
            continue;
        };
        for entry in named.entries() {
            let Some(job) = reader.as_table(&entry) else {
                continue;
            };
            let file = reader.text(&job, "file");
            jobs.push(Job {
                name: entry.name.to_owned(),
                file: file.unwrap_or_else(|| usual_file.clone()),
                own_files: reader.truth(&job, "own_files").unwrap_or(usual_own),
                background: is_background,
                is_constant: reader.truth(&job, "constant").unwrap_or(false),
                settings: settings(reader, &job, &OURS),
            });
        }
    }
    if jobs.iter().all(|job| job.background) {
        jobs.insert(
            0,
            Job {
                name: "job".to_owned(),
                file: usual_file,
                own_files: usual_own,
                background: false,
                is_constant: false,
                settings: Vec::new(),
            },
        );
    }
    jobs
}

fn factors(reader: &mut Reader, table: &TomlTable<'_>, jobs: &[Job]) -> Vec<Factor> {
    let mut read: Vec<(KeyEntry<'_>, String, Vec<FactorLevel>)> = Vec::new();
    if let Some(named) = reader.table(table, "factors") {
        for entry in named.entries() {
            let levels = levels::read(reader, &entry, jobs);
            read.push((entry.clone(), entry.name.to_owned(), levels));
        }
    }
    if let Some(named) = reader.table(table, "setting") {
        for entry in named.entries() {
            let Some(setting) = Setting::named(entry.name) else {
                let known = Setting::ALL.map(Setting::name);
                reader.unknown_name(entry.key, entry.name, &known, ExpectedValue::KernelSetting);
                continue;
            };
            let name = setting.name();
            if read.iter().any(|(_, known, _)| known == name) {
                let message = messages::SettingTwice { name: &name }.text(Lang::current());
                reader.wrong(entry.key.clone(), message, None);
            }
            let levels = levels::of_setting(reader, setting, &entry);
            read.push((entry, name.to_owned(), levels));
        }
    }
    let mut factors = Vec::new();
    for (entry, name, levels) in read {
        let mut seen: Vec<&str> = Vec::new();
        for level in &levels {
            if seen.contains(&level.label.as_str()) {
                let message = messages::LevelTwice {
                    factor: &name,
                    level: &level.label,
                };
                reader.wrong(entry.value.clone(), message.text(Lang::current()), None);
            }
            seen.push(&level.label);
        }
        if !levels.is_empty() {
            factors.push(Factor { name, levels });
        }
    }
    factors
}

fn excluded(reader: &mut Reader, table: &TomlTable<'_>, factors: &[Factor]) -> Vec<Vec<Condition>> {
    let names: Vec<&str> = factors.iter().map(|factor| factor.name.as_str()).collect();
    let mut excluded = Vec::new();
    for out in reader.tables(table, "exclude") {
        let mut conditions = Vec::new();
        for entry in out.entries() {
            let Some(factor) = names.iter().position(|name| *name == entry.name) else {
                reader.unknown_name(entry.key.clone(), entry.name, &names, ExpectedValue::Factor);
                continue;
            };
            let labels: Vec<&str> = factors[factor]
                .levels
                .iter()
                .map(|level| level.label.as_str())
                .collect();
            let mut levels = Vec::new();
            for (text, at) in reader.scalars(&entry) {
                match labels.iter().position(|label| *label == text) {
                    Some(level) => levels.push(level),
                    None => reader.unknown_name(at, &text, &labels, ExpectedValue::Level(entry.name)),
                }
            }
            conditions.push(Condition { factor, levels });
        }
        if !conditions.is_empty() {
            excluded.push(conditions);
        }
    }
    excluded
}

fn between(reader: &mut Reader, table: &TomlTable<'_>) -> Vec<Between> {
    let names = Between::ALL.map(Between::name);
    let Some(entry) = table.entry("between") else {
        return Vec::new();
    };
    let mut steps = Vec::new();
    for (text, at) in reader.scalars(&entry) {
        match names.iter().position(|name| *name == text) {
            Some(step) => steps.push(Between::ALL[step]),
            None => reader.unknown_name(at, &text, &names, ExpectedValue::Step),
        }
    }
    steps
}

fn published(reader: &mut Reader, table: &TomlTable<'_>) -> Vec<Published> {
    let mut all = Vec::new();
    for one in reader.tables(table, "published") {
        reader.unknown(&one, &["report", "lines"], ExpectedValue::Key("published"));
        let report = reader.needed_text(&one, "report", messages::report_missing);
        let lines = reader.text(&one, "lines").unwrap_or_default();
        let parsed = lines
            .split_once('-')
            .and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
        match parsed {
            Some(lines) => all.push(Published { report, lines }),
            None => {
                let message = messages::NotLines { lines: &lines };
                reader.wrong(one.at.clone(), message.text(Lang::current()), None);
            }
        }
    }
    all
}

fn stop(reader: &mut Reader, table: &TomlTable<'_>) -> Stop {
    let lang = Lang::current();
    let keys = ["repeats", "half_width", "least", "step", "most"];
    reader.unknown(table, &keys, ExpectedValue::Key("stop"));
    if let Some((repeats, at)) = reader.whole_number(table, "repeats", 1) {
        for other in ["half_width", "least", "step", "most"] {
            if let Some(entry) = table.entry(other) {
                reader.wrong(
                    entry.key,
                    messages::StopNoEffect { key: &other }.text(lang),
                    Some(messages::help_stop(lang).to_owned()),
                );
            }
        }
        return Stop::Repeats(fit(reader, "stop.repeats", repeats, at));
    }
    let Stop::Precise {
        least, step, most, ..
    } = standard()
    else {
        return standard();
    };
    let mut number = |key: &str, usual: u32| match reader.whole_number(table, key, 1) {
        Some((value, at)) => fit(reader, &format!("stop.{key}"), value, at),
        None => usual,
    };
    let (least, step, most) = (number("least", least), number("step", step), number("most", most));
    let stop = Stop::Precise {
        half_width: reader.share(table, "half_width").unwrap_or(HALF_WIDTH),
        least,
        step,
        most,
    };
    if crate::progress::looks(&stop).is_none() {
        reader.wrong(
            table.at.clone(),
            messages::NoInterval {
                least: &least,
                most: &most,
            }
            .text(lang),
            Some(messages::help_more_runs(lang).to_owned()),
        );
    }
    stop
}

/// Counts of runs: more take too long.
fn fit(reader: &mut Reader, key: &str, value: u64, at: Range<usize>) -> u32 {
    const MOST: u64 = 1000;
    if value > MOST {
        let message = messages::TooManyRuns {
            key: &key,
            runs: &value,
            most: &MOST,
        };
        reader.wrong(at, message.text(Lang::current()), None);
    }
    value.min(MOST) as u32
}
