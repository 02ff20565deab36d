//! What a study asks of its numbers: the margin, the best cell, pairs to compare.

use fiord_messages::{Lang, study_language as messages};

use super::reader::{ExpectedValue, KeyEntry, Reader, TomlTable};
use crate::definition::{Factor, PlannedComparison, Questions};

/// Share below which a difference is none.
const MARGIN: f64 = 0.05;

/// What is asked where the study says nothing.
pub(super) const fn usual() -> Questions {
    Questions {
        margin: MARGIN,
        is_comparable: true,
        compared: Vec::new(),
    }
}

pub(super) fn questions(reader: &mut Reader, table: &TomlTable<'_>, factors: &[Factor]) -> Questions {
    let mut asked = usual();
    if let Some(margin) = reader.share(table, "margin") {
        asked.margin = margin;
    }
    asked.is_comparable = reader.truth(table, "comparable").unwrap_or(true);
    for pairs in reader.tables(table, "compare") {
        for entry in pairs.entries() {
            asked.compared.extend(pair(reader, &entry, factors));
        }
    }
    asked
}

/// `factor = ["one level", "than another"]`.
fn pair(reader: &mut Reader, entry: &KeyEntry<'_>, factors: &[Factor]) -> Option<PlannedComparison> {
    let names: Vec<&str> = factors.iter().map(|factor| factor.name.as_str()).collect();
    let Some(factor) = names.iter().position(|name| *name == entry.name) else {
        reader.unknown_name(entry.key.clone(), entry.name, &names, ExpectedValue::Factor);
        return None;
    };
    let labels: Vec<&str> = factors[factor]
        .levels
        .iter()
        .map(|level| level.label.as_str())
        .collect();
    let mut levels = Vec::new();
    let mut has_unknown = false;
    for (text, at) in reader.scalars(entry) {
        match labels.iter().position(|label| *label == text) {
            Some(level) => levels.push(level),
            None => {
                has_unknown = true;
                reader.unknown_name(at, &text, &labels, ExpectedValue::Level(entry.name));
            }
        }
    }
    match levels[..] {
        [level, than] if level != than => Some(PlannedComparison { factor, level, than }),
        _ if has_unknown => None,
        _ => {
            let message = messages::NotTwoLevels { factor: &entry.name };
            reader.wrong(entry.value.clone(), message.text(Lang::current()), None);
            None
        }
    }
}
