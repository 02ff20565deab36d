//! Joins the kernel's events to the I/Os of the workers: files by device, inode and position, devices by sector.

use std::collections::{BTreeMap, HashMap, HashSet};

use fiord_host::trace::{Event, EventKind};
use fiord_record::layers::LayerPoint;
use fiord_workload::stamps::IoStamps;

use super::bios::{Bio, Bios};

/// How far stamps of one clock, taken by the kernel and by a program, may seem to be out of order.
const SLACK_NS: u64 = 2_000;
const SECTOR: u64 = 512;

/// What a worker's file is to the kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum OwnTarget {
    /// Device number of the file system, inode.
    File { dev: u32, ino: u64 },
    /// Device number of the disk, the first sector on it.
    Device { dev: u32, sector: u64 },
}

/// When an I/O passed each point; 0: it did not.
pub(super) type Passed = [u64; LayerPoint::ALL.len()];

/// How an own I/O was found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum JoinOutcome {
    Joined(Passed),
    /// Its events contradict each other.
    Disordered,
    Missing,
}

/// A direct I/O of a file, as the kernel shows it.
#[derive(Debug, Clone, Default)]
struct FileIo {
    /// The position behind its last byte.
    end: u64,
    begin_ns: u64,
    done_ns: u64,
    bios: Vec<u64>,
    /// It was given back; it comes again.
    refused: bool,
}

type FilePlace = (u32, u64, u64);

/// Where the bytes of the run's files lie on disks: a bio that another thread hands on is known by its sector.
#[derive(Debug, Default)]
pub(super) struct FileSectors(BTreeMap<(u32, u64), FileSpan>);

#[derive(Debug, Clone, Copy)]
struct FileSpan {
    end_sector: u64,
    /// Device number of the file system, inode, position of the first sector.
    place: FilePlace,
}

impl FileSectors {
    /// Adds sectors of a disk, from a first one to the one behind the last, with the place that begins there.
    pub(super) fn add(&mut self, dev: u32, sectors: (u64, u64), place: FilePlace) {
        let span = FileSpan {
            end_sector: sectors.1,
            place,
        };
        self.0.insert((dev, sectors.0), span);
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    fn place_of(&self, dev: u32, sector: u64) -> Option<FilePlace> {
        let ((of, first), span) = self.0.range(..=(dev, sector)).next_back()?;
        let (fs, ino, at) = span.place;
        (*of == dev && sector < span.end_sector).then_some((fs, ino, at + (sector - first) * SECTOR))
    }
}

/// Everything that the events say and nobody claimed.
#[derive(Debug, Default)]
pub(super) struct Join {
    pub(super) bios: Bios,
    next: u64,
    files: HashMap<u64, FileIo>,
    /// Which I/O of a file each thread is at.
    current: HashMap<u32, u64>,
    open_files: BTreeMap<FilePlace, Vec<u64>>,
    done_files: HashMap<FilePlace, Vec<u64>>,
    /// Bios of no file that are complete, by device and first sector.
    done: BTreeMap<(u32, u64), Vec<u64>>,
    of_files: HashSet<u64>,
    sectors: FileSectors,
}

impl Join {
    pub(super) fn new(sectors: FileSectors) -> Self {
        Self {
            sectors,
            ..Self::default()
        }
    }

    /// Takes an event; all have to come in the order of time. Calls `completed` with every bio that is complete by it.
    pub(super) fn take(&mut self, event: &Event, mut completed: impl FnMut(&Bio)) {
        match event.kind {
            EventKind::FsBegin => return self.begin(event),
            EventKind::FsDone => return self.end(event),
            _ => {}
        }
        if let Some(bio) = self.bios.take(event) {
            let begun = self.current.get(&event.pid).copied();
            let begun = begun.filter(|id| self.files.get(id).is_some_and(|file| file.done_ns == 0));
            let file = begun.or_else(|| self.file_at(event.dev, event.at));
            if let Some(file) = file.and_then(|id| self.files.get_mut(&id))
                && !file.bios.contains(&bio)
            {
                file.bios.push(bio);
                self.of_files.insert(bio);
            }
        }
        for id in self.bios.take_completed() {
            let Some(bio) = self.bios.get(id) else { continue };
            completed(bio);
            if !self.of_files.contains(&id) {
                self.done.entry((bio.dev, bio.sector)).or_default().push(id);
            }
        }
    }

    /// The open I/O of a file that these sectors belong to. Of several at one place the first that has no bio.
    fn file_at(&self, dev: u32, sector: u64) -> Option<u64> {
        let (fs, ino, at) = self.sectors.place_of(dev, sector)?;
        let (_, known) = self.open_files.range((fs, ino, 0)..=(fs, ino, at)).next_back()?;
        let open = || {
            let file = |id: &u64| self.files.get(id).map(|file| (*id, file));
            let all = known.iter().filter_map(file);
            all.filter(|(_, file)| file.end > at && !file.refused)
        };
        let first = open()
            .find(|(_, file)| file.bios.is_empty())
            .or_else(|| open().next());
        first.map(|(id, _)| id)
    }

    /// Forgets all but what was counted: the events were off.
    pub(super) fn restart(&mut self) {
        let counts = self.bios.counts;
        *self = Self::new(std::mem::take(&mut self.sectors));
        self.bios.counts = counts;
    }

    fn begin(&mut self, event: &Event) {
        let place = (event.dev, event.ino, event.at);
        let known = self.open_files.entry(place).or_default();
        let again = known
            .iter()
            .copied()
            .find(|id| self.files.get(id).is_some_and(|file| file.refused));
        let id = again.unwrap_or(self.next);
        match self.files.get_mut(&id).filter(|_| again.is_some()) {
            Some(file) => file.refused = false,
            None => {
                self.next += 1;
                known.push(id);
                let begun = FileIo {
                    end: event.at.saturating_add(event.len),
                    begin_ns: event.time_ns,
                    ..FileIo::default()
                };
                self.files.insert(id, begun);
            }
        }
        self.current.insert(event.pid, id);
    }

    fn end(&mut self, event: &Event) {
        let place = (event.dev, event.ino, event.at);
        let Some(known) = self.open_files.get_mut(&place) else {
            return;
        };
        let files = &mut self.files;
        let Some(index) = known
            .iter()
            .position(|id| files.get(id).is_some_and(|file| !file.refused))
        else {
            return;
        };
        let id = known[index];
        let Some(file) = files.get_mut(&id) else { return };
        if event.failed {
            file.refused = true;
            return;
        }
        file.done_ns = event.time_ns;
        known.remove(index);
        if known.is_empty() {
            self.open_files.remove(&place);
        }
        self.done_files.entry(place).or_default().push(id);
    }

    /// Claims the events of an I/O that ended. Those of its end have to be taken before. `ours` is called with the device and the number
    /// of each request that carried a part of it.
    pub(super) fn claim(
        &mut self,
        io: &IoStamps,
        target: OwnTarget,
        ours: impl FnMut(u32, u64),
    ) -> JoinOutcome {
        let mut passed: Passed = [0; LayerPoint::ALL.len()];
        passed[LayerPoint::Submit as usize] = io.start_ns;
        passed[LayerPoint::Reap as usize] = io.end_ns;
        let bios = match target {
            OwnTarget::File { dev, ino } => {
                let Some(file) = self.claim_file((dev, ino, io.offset), io) else {
                    return JoinOutcome::Missing;
                };
                passed[LayerPoint::Fs as usize] = file.begin_ns;
                passed[LayerPoint::Done as usize] = file.done_ns;
                file.bios
            }
            OwnTarget::Device { dev, sector } => match self.claim_sectors(dev, sector, io) {
                Some(bios) => bios,
                None => return JoinOutcome::Missing,
            },
        };
        self.add_bios(&bios, &mut passed, ours);
        if in_order(&mut passed) {
            JoinOutcome::Joined(passed)
        } else {
            JoinOutcome::Disordered
        }
    }

    fn claim_file(&mut self, place: FilePlace, io: &IoStamps) -> Option<FileIo> {
        let ids = self.done_files.get_mut(&place)?;
        let files = &self.files;
        let index = ids.iter().position(|id| {
            files
                .get(id)
                .is_some_and(|file| is_within(io, file.begin_ns, file.done_ns))
        })?;
        let id = ids.remove(index);
        if ids.is_empty() {
            self.done_files.remove(&place);
        }
        self.files.remove(&id)
    }

    /// The bios of all sectors of an I/O, in their order.
    fn claim_sectors(&mut self, dev: u32, first: u64, io: &IoStamps) -> Option<Vec<u64>> {
        let mut at = first + io.offset / SECTOR;
        let end = first + (io.offset + u64::from(io.len)).div_ceil(SECTOR);
        let mut found = Vec::new();
        while at < end {
            let here = self.done.get(&(dev, at))?;
            let (id, bio) = here.iter().find_map(|id| {
                let bio = self.bios.get(*id)?;
                let fits = bio.ddir == Some(io.ddir)
                    && bio.end <= end
                    && is_within(io, bio.queue_ns, bio.leg.complete_ns);
                fits.then_some((*id, *bio))
            })?;
            found.push(id);
            at = bio.end.max(at + 1);
        }
        for id in &found {
            let key = self.bios.get(*id).map(|bio| (bio.dev, bio.sector));
            if let Some(ids) = key.and_then(|key| self.done.get_mut(&key)) {
                ids.retain(|known| known != id);
            }
        }
        Some(found)
    }

    /// The first bio's queue, and the way of the one that completed last: what the I/O waited for.
    fn add_bios(&mut self, bios: &[u64], passed: &mut Passed, mut ours: impl FnMut(u32, u64)) {
        let known = bios.iter().filter_map(|id| self.bios.get(*id));
        for bio in known.clone().filter(|bio| bio.is_complete()) {
            ours(bio.dev, bio.request);
        }
        passed[LayerPoint::Queue as usize] = known.clone().map(|bio| bio.queue_ns).min().unwrap_or(0);
        if let Some(last) = known.max_by_key(|bio| bio.leg.complete_ns) {
            passed[LayerPoint::Request as usize] = last.leg.request_ns;
            passed[LayerPoint::Insert as usize] = last.leg.insert_ns;
            passed[LayerPoint::Issue as usize] = last.leg.issue_ns;
            passed[LayerPoint::Complete as usize] = last.leg.complete_ns;
        }
        for id in bios {
            self.bios.forget(*id);
            self.of_files.remove(id);
        }
    }

    /// Forgets what was complete before a moment and nobody claimed: I/O of others.
    pub(super) fn forget_before(&mut self, ns: u64) {
        let bios = &mut self.bios;
        self.done.retain(|_, ids| {
            ids.retain(|id| {
                let is_new = bios.get(*id).is_some_and(|bio| bio.leg.complete_ns >= ns);
                if !is_new {
                    bios.forget(*id);
                }
                is_new
            });
            !ids.is_empty()
        });
        let (files, of_files) = (&mut self.files, &mut self.of_files);
        self.done_files.retain(|_, ids| {
            ids.retain(|id| {
                let Some(file) = files.get(id).filter(|file| file.done_ns < ns) else {
                    return files.contains_key(id);
                };
                for bio in &file.bios {
                    bios.forget(*bio);
                    of_files.remove(bio);
                }
                files.remove(id);
                false
            });
            !ids.is_empty()
        });
    }
}

fn is_within(io: &IoStamps, from_ns: u64, to_ns: u64) -> bool {
    from_ns + SLACK_NS >= io.start_ns && to_ns <= io.end_ns + SLACK_NS
}

/// Whether the points were passed one after the other. Differences that two ways to read one clock may make are levelled.
fn in_order(passed: &mut Passed) -> bool {
    let end_ns = passed[LayerPoint::Reap as usize];
    let mut last_ns = passed[LayerPoint::Submit as usize];
    for ns in passed.iter_mut().filter(|ns| **ns > 0) {
        if *ns + SLACK_NS < last_ns || *ns > end_ns + SLACK_NS {
            return false;
        }
        *ns = (*ns).max(last_ns).min(end_ns);
        last_ns = *ns;
    }
    true
}

#[cfg(test)]
#[path = "join_tests.rs"]
mod tests;
