//! The values of all settings combined, each value looked at before anything is changed.

use anyhow::{Result, bail};
use fiord_host::changes::{Change, Setting};
use fiord_host::{Root, Stack};
use fiord_messages::{Lang, try_settings as messages};

use crate::verbs::kernel_settings::changes_to;

/// With more, blocks become too long to be repeated.
const MOST: usize = 8;

/// One value of each setting.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Combination {
    /// `read_ahead_kb=128 scheduler=none`.
    pub(super) name: String,
    pub(super) changes: Vec<Change>,
}

/// All combinations, that of the first values first.
///
/// # Errors
/// Fewer than two or too many, a setting that nothing has, a value that the kernel does not accept.
pub(super) fn combinations(
    root: &Root,
    stack: &Stack,
    settings: &[(Setting, Vec<String>)],
) -> Result<Vec<Combination>> {
    let lang = Lang::current();
    let mut all = vec![Combination {
        name: String::new(),
        changes: Vec::new(),
    }];
    for (at, (setting, values)) in settings.iter().enumerate() {
        let name = &setting.name();
        let repeated = |(at, value): (usize, &String)| values[..at].contains(value);
        let is_twice = settings[..at].iter().any(|(known, _)| known == setting);
        if is_twice || values.iter().enumerate().any(repeated) {
            bail!(messages::SettingTwice { name }.text(lang));
        }
        let of_value = |value: &String| changes_to(root, stack, (*setting, value));
        let changes: Vec<Vec<Change>> = values.iter().map(of_value).collect::<Result<_>>()?;
        if all.len().saturating_mul(values.len()) > MOST {
            bail!(messages::TooMany { most: &MOST }.text(lang));
        }
        let with = |known: &Combination, (value, changes): (&String, &Vec<Change>)| Combination {
            name: format!("{} {name}={value}", known.name).trim().to_owned(),
            changes: [known.changes.as_slice(), changes].concat(),
        };
        all = all
            .iter()
            .flat_map(|known| values.iter().zip(&changes).map(|value| with(known, value)))
            .collect();
    }
    if all.len() < 2 {
        bail!(messages::one_value(lang));
    }
    Ok(all)
}
