//! The layers of a study: one traced run of each cell, after all others and in none of their numbers.

use anyhow::Result;
use fiord_messages::{Lang, study as messages};
use fiord_report::documents::layers::CellLayers;
use fiord_session::Signals;
use fiord_store::Place;
use fiord_study::progress::NextRun;

use super::runner::StudyRunner;
use crate::files::StudyTarget;
use crate::live::LiveHead;
use crate::ui::{Progress, say};

impl StudyRunner {
    /// Cells whose traced run is missing; none where no layers were asked for.
    pub(super) fn untraced_cells(&self) -> Result<Vec<u32>> {
        if !self.settings.layers {
            return Ok(Vec::new());
        }
        let traced = self.traced()?;
        let all = self.cells.iter().map(|checked| checked.cell.number);
        Ok(all
            .filter(|cell| traced.iter().all(|(place, _)| place.cell != *cell))
            .collect())
    }

    fn traced(&self) -> Result<Vec<(Place, i64)>> {
        let mut places = self.store.places(self.id)?;
        places.retain(|(place, _)| place.block == Place::TRACED);
        Ok(places)
    }

    /// Makes the traced runs that are missing; whether a signal ended that.
    pub(super) fn trace_cells(&mut self, target: &mut StudyTarget, signals: &Signals) -> Result<bool> {
        let missing = self.untraced_cells()?;
        if !missing.is_empty() {
            let cells = missing.len() as u64;
            say(messages::TracingCells { cells }.text(Lang::current()));
        }
        let progress = Progress::begin();
        for cell in missing {
            target.prepare(&self.study.between, signals, &|text| say(text))?;
            let next = NextRun {
                block: Place::TRACED,
                cell,
            };
            let record = self.measure(next, target, signals, (&progress, &LiveHead::Run(None)))?;
            if signals.received().is_some() {
                return Ok(true);
            }
            let place = Place {
                study: self.id,
                block: next.block,
                cell,
                place: self.store.places(self.id)?.len() as u32,
            };
            self.keep(place, &record)?;
        }
        Ok(false)
    }

    /// Where the time of each cell goes, as far as it was traced.
    pub(super) fn cell_layers(&self, lang: Lang) -> Result<Vec<CellLayers>> {
        let mut all = Vec::new();
        for (place, run) in self.traced()? {
            let checked = self.cells.get(place.cell as usize);
            if let (Some(checked), Some(record)) = (checked, self.store.record(run)?) {
                all.push((
                    place.cell,
                    CellLayers::of(checked.cell.label(&self.study), &record, lang),
                ));
            }
        }
        all.sort_by_key(|(cell, _)| *cell);
        Ok(all.into_iter().map(|(_, layers)| layers).collect())
    }
}
