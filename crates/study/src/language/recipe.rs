//! Recipes in TOML: a study of one cell, with thresholds and their sources.

use fiord_messages::{Lang, study_language as messages};
use toml::de::DeTable;

use super::reader::{ExpectedValue, Reader, TomlTable};
use super::{KEYS, Read, empty, sources, study};
use crate::check::{
    CheckRecipe, Commit, Expectation, Measurand, MeasuredQuantity, RecipeSource, SourcedExpectation,
};
use crate::service_level::ServiceLevel;

/// Keys of recipes that studies do not have.
const OWN: [&str; 6] = ["expect", "measures", "commit", "slo", "source", "flaws"];
/// Keys of studies that recipes do not have: a check has one cell, whose runs follow each other.
const NOT_OURS: [&str; 9] = [
    "factors",
    "exclude",
    "order",
    "metric",
    "margin",
    "comparable",
    "compare",
    "budget",
    "published",
];

/// A recipe's text, read. Only fit to run without diagnostics.
#[derive(Debug, Clone)]
pub struct ReadRecipe {
    /// The study of its load.
    pub read: Read,
    pub recipe: CheckRecipe,
}

/// Reads a recipe. `name` is that of the file, for messages.
pub fn read_recipe(name: &str, text: &str) -> ReadRecipe {
    let mut reader = Reader::new(text);
    let (study, recipe) = match DeTable::parse(text) {
        Ok(table) => {
            let table = TomlTable::whole(table.get_ref(), text);
            let known = KEYS.iter().copied().filter(|key| !NOT_OURS.contains(key));
            let known: Vec<&str> = known.chain(OWN).collect();
            reader.unknown(&table, &known, ExpectedValue::KeyOfRecipe);
            (study(&mut reader, &table), recipe(&mut reader, &table))
        }
        Err(error) => {
            reader.wrong(error.span().unwrap_or(0..0), error.message().to_owned(), None);
            (empty(), CheckRecipe::default())
        }
    };
    ReadRecipe {
        read: Read {
            study,
            sources: sources(name, text),
            diagnostics: reader.finish(),
        },
        recipe,
    }
}

/// The load of a recipe as the text of a study: its lines without those that only recipes have.
pub fn study_of_recipe(text: &str) -> String {
    let (mut out, mut is_kept, mut is_top) = (String::new(), true, true);
    for line in text.lines() {
        let key = line.split('=').next().unwrap_or_default().trim();
        if line.starts_with('[') {
            let section = line.trim_matches(['[', ']']);
            (is_kept, is_top) = (!OWN.contains(&section), false);
        } else if is_top && line.contains('=') && !line.starts_with(' ') {
            is_kept = !OWN.contains(&key);
        }
        if is_kept {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

fn recipe(reader: &mut Reader, table: &TomlTable<'_>) -> CheckRecipe {
    let mut recipe = CheckRecipe::default();
    for one in reader.tables(table, "expect") {
        reader.unknown(&one, &["that", "source", "date"], ExpectedValue::Key("expect"));
        let that = reader.needed_text(&one, "that", messages::expectation_missing);
        if that.is_empty() {
            continue;
        }
        match Expectation::parse(&that) {
            Ok(expectation) => recipe.expectations.push(SourcedExpectation {
                expectation,
                source: source(reader, &one, "source"),
            }),
            Err(error) => {
                let message = messages::ExpectationWrong { problem: &error };
                reader.wrong(one.place("that"), message.text(Lang::current()), None);
            }
        }
    }
    for one in reader.tables(table, "source") {
        reader.unknown(&one, &["text", "date"], ExpectedValue::Key("source"));
        recipe.sources.push(source(reader, &one, "text"));
    }
    if let Some(entry) = table.entry("measures") {
        for (text, at) in reader.scalars(&entry) {
            match Measurand::parse(&text) {
                Ok(measurand) => recipe.measures.push(measurand),
                Err(error) => {
                    let message = messages::MeasuresWrong { problem: &error };
                    reader.wrong(at, message.text(Lang::current()), None);
                }
            }
        }
    }
    recipe.commit = commit(reader, table);
    if let Some(entry) = table.entry("slo") {
        for (text, at) in reader.scalars(&entry) {
            match ServiceLevel::parse_one(&text) {
                Ok(_) => recipe.slo.push(text),
                Err(error) => reader.wrong(at, error, None),
            }
        }
    }
    if let Some(entry) = table.entry("flaws") {
        recipe.flaws = reader.scalars(&entry).into_iter().map(|(text, _)| text).collect();
    }
    if ["expect", "measures", "slo"]
        .iter()
        .all(|key| table.entry(key).is_none())
    {
        reader.wrong(
            table.at.clone(),
            messages::nothing_measured(Lang::current()).to_owned(),
            Some(messages::help_measures(Lang::current()).to_owned()),
        );
    }
    recipe
}

/// The latency of a commit, as `sync.p50`.
fn commit(reader: &mut Reader, table: &TomlTable<'_>) -> Option<Commit> {
    let text = reader.text(table, "commit")?;
    match Measurand::parse(&text) {
        Ok(latency) if latency.quantity == MeasuredQuantity::Percentile(50.0) => Some(Commit { latency }),
        _ => {
            let message = messages::CommitWrong { text: &text };
            reader.wrong(table.place("commit"), message.text(Lang::current()), None);
            None
        }
    }
}

fn source(reader: &mut Reader, table: &TomlTable<'_>, key: &str) -> RecipeSource {
    RecipeSource {
        text: reader.text(table, key).unwrap_or_default(),
        date: reader.text(table, "date").unwrap_or_default(),
    }
}
