//! Options of a job or a level.

use super::reader::{Reader, TomlTable};
use crate::definition::OptionSetting;

/// Options of a job, in the order of writing. `ours` are keys that are not options.
pub(super) fn settings(reader: &mut Reader, table: &TomlTable<'_>, ours: &[&str]) -> Vec<OptionSetting> {
    let mut settings = Vec::new();
    for entry in table.entries() {
        if ours.contains(&entry.name) {
            continue;
        }
        if !reader.option(entry.name, entry.key.clone(), ours) {
            continue;
        }
        if let Some(value) = reader.option_value(&entry) {
            settings.push(OptionSetting {
                option: entry.name.to_owned(),
                value,
                at: entry.key.start..entry.value.end,
            });
        }
    }
    settings
}
