//! The kernel settings of a study: those of its cell are set for each run.

use std::path::Path;

use anyhow::{Result, bail};
use fiord_host::changes::Change;
use fiord_host::{Root, Stack};
use fiord_messages::{Lang, study as messages};
use fiord_session::Signals;
use fiord_study::definition::Study;
use fiord_study::language::CheckedCell;

use crate::verbs::kernel_settings::{
    AppliedSettings, ChangeArgs, SettingsControl, changes_to, check_consent,
};

/// Sets what the cells of a study need.
pub(super) struct CellSettings {
    control: SettingsControl,
    /// By number of the cell.
    changes: Vec<Vec<Change>>,
}

impl CellSettings {
    /// The settings of a study's cells, each value proven; nothing where it has none.
    ///
    /// # Errors
    /// No target, a device without the setting, a value that the kernel does not accept or keep, no consent, or no root.
    pub(super) fn new(
        (study, cells): (&Study, &[CheckedCell]),
        target: Option<&Path>,
        args: &ChangeArgs,
        signals: &Signals,
    ) -> Result<Option<Self>> {
        if !study.changes_settings() {
            return Ok(None);
        }
        let Some(target) = target else {
            bail!(messages::settings_need_target(Lang::current()));
        };
        let root = Root::system();
        let stack = Stack::under(&root, target);
        let mut changes = Vec::new();
        for checked in cells {
            let values = checked.cell.kernel(study).into_iter();
            let of_cell: Result<Vec<Vec<Change>>> = values
                .map(|wanted| changes_to(&root, &stack, (wanted.setting, &wanted.value)))
                .collect();
            changes.push(of_cell?.concat());
        }
        check_consent(&root, &changes.concat(), &args.allow_no_flush)?;
        let control = SettingsControl::new(args.journal())?;
        control.restore_before_end(signals)?;
        let mut different: Vec<&[Change]> = Vec::new();
        for of_cell in &changes {
            if !different.contains(&of_cell.as_slice()) {
                different.push(of_cell);
            }
        }
        control.prove(different.into_iter())?;
        Ok(Some(Self { control, changes }))
    }

    /// Sets those of a cell.
    ///
    /// # Errors
    /// As [`SettingsControl::set`].
    pub(super) fn set(&self, cell: u32) -> Result<AppliedSettings<'_>> {
        let changes = self.changes.get(cell as usize);
        self.control.set(changes.map_or(&[], Vec::as_slice))
    }
}
