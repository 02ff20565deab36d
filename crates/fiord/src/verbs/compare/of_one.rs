//! `fiord compare RESULT --base ROW`: the rows of one result against one of them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use anyhow::{Result, bail};
use fiord_compare::result::{ComparedResult, Measurement, ResultKind, ResultLabel};
use fiord_messages::{Lang, compare as messages};

use super::named;
use crate::keep::StoreArgs;
use crate::verbs::study;

/// The rows of what a word stands for, each as a result, the base first.
///
/// # Errors
/// Nothing has this name, or it has no such row.
pub(super) fn read(word: &str, base: &str, store: &StoreArgs, lang: Lang) -> Result<Vec<ComparedResult>> {
    let result = named::read(word, store, lang)?;
    let cells = match result.label.kind {
        ResultKind::Study => cells(word, store, lang)?,
        _ => HashMap::new(),
    };
    let mut rows = rows(&result, &cells, lang);
    let Some(at) = place(&rows, base) else {
        let names: Vec<String> = rows.iter().map(|row| row.label.name.clone()).collect();
        let rows = &lang.clauses(&names);
        let name = &word;
        bail!(
            messages::NoSuchRow {
                name,
                base: &base,
                rows
            }
            .text(Lang::current())
        );
    };
    if rows.len() < 2 {
        bail!(messages::OneRow { name: &word }.text(Lang::current()));
    }
    let mut first = rows.remove(at);
    let about = &messages::RowOf {
        result: &word,
        about: &result.label.about,
        row: &first.label.about,
    };
    first.label.about = about.text(lang);
    (first.label.first, first.label.last) = (result.label.first, result.label.last);
    rows.insert(0, first);
    Ok(rows)
}

/// The cell of each run of a study, both by their names.
fn cells(word: &str, at: &StoreArgs, lang: Lang) -> Result<HashMap<String, String>> {
    let store = at.read()?;
    let Some(row) = named::study(word, &store)? else {
        return Ok(HashMap::new());
    };
    let name = |run: i64| messages::RunName { run: &run }.text(lang);
    let cells = study::cells_of_runs(&row, store)?.into_iter();
    Ok(cells.map(|(run, cell)| (name(run), cell)).collect())
}

/// Measurements by the least that tells them apart: cell, job, workload, its details, direction.
fn rows(result: &ComparedResult, cells: &HashMap<String, String>, lang: Lang) -> Vec<ComparedResult> {
    let mut groups: Vec<(String, Vec<&Measurement>)> =
        vec![(String::new(), result.measurements.iter().collect())];
    let cell = |one: &Measurement| cells.get(&one.run).cloned().unwrap_or_default();
    let parts: [&dyn Fn(&Measurement) -> String; 5] = [
        &cell,
        &|one| one.job.clone(),
        &|one| one.key.brief(),
        &|one| one.key.details(lang),
        &|one| one.key.direction.clone(),
    ];
    for part in parts {
        groups = groups
            .into_iter()
            .flat_map(|group| divided(group, part))
            .collect();
    }
    groups
        .into_iter()
        .filter_map(|group| row(result, group, lang))
        .collect()
}

/// A group by one more part of its names, where its members differ in it; in the order of their first.
fn divided<'m>(
    (name, members): (String, Vec<&'m Measurement>),
    part: &dyn Fn(&Measurement) -> String,
) -> Vec<(String, Vec<&'m Measurement>)> {
    let mut by_part: BTreeMap<String, (usize, Vec<&Measurement>)> = BTreeMap::new();
    for (at, one) in members.iter().enumerate() {
        by_part.entry(part(one)).or_insert((at, Vec::new())).1.push(one);
    }
    if by_part.len() < 2 {
        return vec![(name, members)];
    }
    let mut parts: Vec<_> = by_part.into_iter().collect();
    parts.sort_by_key(|(_, (at, _))| *at);
    let names = |part: String| match name.as_str() {
        "" => part,
        name => format!("{name}, {part}"),
    };
    parts
        .into_iter()
        .map(|(part, (_, members))| (names(part), members))
        .collect()
}

fn row(
    result: &ComparedResult,
    (name, members): (String, Vec<&Measurement>),
    lang: Lang,
) -> Option<ComparedResult> {
    let key = &members.first()?.key;
    let brief = key.brief();
    let mut about = vec![brief.clone(), key.details(lang)];
    about.retain(|part| !part.is_empty());
    if members.iter().any(|one| one.is_of_syncs) {
        about.push(messages::latencies_of_syncs(lang).to_owned());
    }
    let about = lang.list(&about);
    let name = if name.is_empty() { brief } else { name };
    let runs: BTreeSet<&str> = members.iter().map(|one| one.run.as_str()).collect();
    Some(ComparedResult {
        label: ResultLabel {
            runs: runs.len() as u32,
            ..ResultLabel::new(&name, result.label.kind, about)
        },
        measurements: members.into_iter().cloned().collect(),
        facts: result.facts.clone(),
        causes: result.causes.clone(),
    })
}

/// The row that is meant: by its name, else by its workload, else the only one that has all these words.
fn place(rows: &[ComparedResult], base: &str) -> Option<usize> {
    let wanted = base.to_lowercase();
    let name = |row: &ComparedResult| row.label.name.to_lowercase();
    let brief = |row: &ComparedResult| row.measurements.first().map(|one| one.key.brief().to_lowercase());
    let words = |row: &ComparedResult| {
        let all = format!("{} {}", name(row), row.label.about.to_lowercase());
        let words: BTreeSet<String> = all.split([' ', ',']).map(str::to_owned).collect();
        wanted.split_whitespace().all(|word| words.contains(word))
    };
    let tests: [&dyn Fn(&ComparedResult) -> bool; 3] = [
        &|row| name(row) == wanted,
        &|row| brief(row).is_some_and(|brief| brief == wanted),
        &words,
    ];
    tests.into_iter().find_map(|test| {
        let mut found = rows.iter().enumerate().filter(|(_, row)| test(row));
        let (at, _) = found.next()?;
        found.next().is_none().then_some(at)
    })
}
