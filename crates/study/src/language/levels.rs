//! The levels of a factor: values of one option, a range that doubles, or tuples of options.

use fiord_host::changes::Setting;
use fiord_job::units;
use fiord_messages::{Lang, study_language as messages};

use super::reader::{ExpectedValue, KeyEntry, Reader};
use super::settings::settings;
use crate::definition::{FactorLevel, Job, KernelValue, OptionSetting};

/// The most levels of one factor.
const MOST: usize = 200;

pub(super) fn read(reader: &mut Reader, entry: &KeyEntry<'_>, jobs: &[Job]) -> Vec<FactorLevel> {
    if let Some(text) = entry.scalar() {
        return range(reader, entry, &text);
    }
    let Some(array) = entry.array() else {
        let message = messages::LevelsMissing { factor: &entry.name };
        reader.wrong(entry.value.clone(), message.text(Lang::current()), None);
        return Vec::new();
    };
    let items: Vec<KeyEntry<'_>> = array.iter().map(|item| entry.item(item)).collect();
    if items.is_empty() || items.len() > MOST {
        let message = messages::LevelsCount {
            factor: &entry.name,
            most: &MOST,
        };
        reader.wrong(entry.value.clone(), message.text(Lang::current()), None);
        return Vec::new();
    }
    if items.iter().any(|item| item.as_table().is_some()) {
        return items
            .iter()
            .filter_map(|item| tuple(reader, entry.name, item, jobs))
            .collect();
    }
    if !reader.option(entry.name, entry.key.clone(), &[]) {
        return Vec::new();
    }
    let mut levels = Vec::new();
    for item in &items {
        if let Some(value) = reader.option_value(item) {
            levels.push(plain(entry.name, value, item.value.clone()));
        }
    }
    levels
}

fn plain(option: &str, value: String, at: std::ops::Range<usize>) -> FactorLevel {
    FactorLevel {
        number: number(&value),
        label: value.clone(),
        settings: vec![OptionSetting {
            option: option.to_owned(),
            value,
            at,
        }],
        jobs: None,
        own_files: None,
        kernel: None,
        is_quick: true,
    }
}

/// The values of a kernel setting.
pub(super) fn of_setting(reader: &mut Reader, setting: Setting, entry: &KeyEntry<'_>) -> Vec<FactorLevel> {
    let values = reader.scalars(entry);
    let is_wrong = |at: usize, value: &str| {
        let is_twice = values[..at].iter().any(|(before, _)| before == value);
        is_twice || value.trim().is_empty() || value.contains(['\t', '\n'])
    };
    let mut all = values.iter().enumerate();
    if values.is_empty() || values.len() > MOST || all.any(|(at, (value, _))| is_wrong(at, value)) {
        let name = &setting.name();
        let message = messages::SettingValues { name }.text(Lang::current());
        reader.wrong(entry.value.clone(), message, None);
        return Vec::new();
    }
    let level = |(value, at): (String, std::ops::Range<usize>)| FactorLevel {
        settings: Vec::new(),
        kernel: Some(KernelValue {
            setting,
            value: value.clone(),
        }),
        ..plain(setting.name(), value, at)
    };
    values.into_iter().map(level).collect()
}

/// What a value says as a number, with fio's units. A share is a place and no amount.
fn number(text: &str) -> Option<f64> {
    if text.ends_with('%') {
        return None;
    }
    let quantity = units::quantity(text, 1024).ok()?;
    quantity.surprise.is_none().then_some(quantity.value as f64)
}

/// `4k..1m`: each twice the one before.
fn range(reader: &mut Reader, entry: &KeyEntry<'_>, text: &str) -> Vec<FactorLevel> {
    if !reader.option(entry.name, entry.key.clone(), &[]) {
        return Vec::new();
    }
    let ends = text.split_once("..").and_then(|(first, last)| {
        let (first, last) = (number(first.trim())?, number(last.trim())?);
        (first >= 1.0 && first <= last).then_some((first as u64, last as u64))
    });
    let Some((first, last)) = ends else {
        let message = messages::NotARange {
            factor: &entry.name,
            range: &text,
        };
        reader.wrong(entry.value.clone(), message.text(Lang::current()), None);
        return Vec::new();
    };
    let is_size = text.bytes().any(|byte| byte.is_ascii_alphabetic());
    doubled(first, last)
        .into_iter()
        .map(|value| plain(entry.name, sized(value, is_size), entry.value.clone()))
        .collect()
}

/// The numbers from first to last, each twice the one before; the last always.
fn doubled(first: u64, last: u64) -> Vec<u64> {
    let mut all = Vec::new();
    let mut value = first.max(1);
    while value < last && all.len() < 64 {
        all.push(value);
        value = value.saturating_mul(2);
    }
    all.push(last);
    all
}

/// A number as people write it: sizes with their unit.
fn sized(value: u64, is_size: bool) -> String {
    const UNITS: [(u64, &str); 3] = [(1 << 30, "g"), (1 << 20, "m"), (1 << 10, "k")];
    let unit = UNITS
        .iter()
        .find(|(unit, _)| is_size && value >= *unit && value.is_multiple_of(*unit));
    match unit {
        Some((unit, letter)) => format!("{}{letter}", value / unit),
        None => value.to_string(),
    }
}

/// A level of several options, or of some of the jobs.
fn tuple(reader: &mut Reader, factor: &str, item: &KeyEntry<'_>, jobs: &[Job]) -> Option<FactorLevel> {
    const OURS: [&str; 4] = ["label", "jobs", "own_files", "quick"];
    let table = reader.as_table(item)?;
    let settings = settings(reader, &table, &OURS);
    let names: Vec<&str> = jobs.iter().map(|job| job.name.as_str()).collect();
    let mut chosen = None;
    if let Some(entry) = table.entry("jobs") {
        let mut some = Vec::new();
        for (name, at) in reader.scalars(&entry) {
            if names.contains(&name.as_str()) {
                some.push(name);
            } else {
                reader.unknown_name(at, &name, &names, ExpectedValue::Job);
            }
        }
        chosen = Some(some);
    }
    let values = || {
        settings
            .iter()
            .map(|setting| setting.value.as_str())
            .collect::<Vec<_>>()
    };
    let label = reader.text(&table, "label").unwrap_or_else(|| match &chosen {
        Some(some) if settings.is_empty() => some.join("+"),
        _ => values().join(" "),
    });
    if label.is_empty() {
        reader.wrong(
            item.value.clone(),
            messages::LevelEmpty { factor: &factor }.text(Lang::current()),
            Some(messages::help_level_empty(Lang::current()).to_owned()),
        );
        return None;
    }
    Some(FactorLevel {
        number: None,
        kernel: None,
        label,
        settings,
        own_files: reader.truth(&table, "own_files"),
        is_quick: reader.truth(&table, "quick").unwrap_or(true),
        jobs: chosen,
    })
}
