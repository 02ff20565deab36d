//! Trims of several ranges (`num_range`): the next places of a pattern become one I/O.
//!
//! Its offset is that of the first place, its length that of all of them. An I/O keeps to one file, goes over the end of no pass, and
//! has fewer places where no more are left.

use fiord_job::plan::{AccessMode, JobPlan};

use crate::io::{Io, Op};

/// The places of the I/O that was drawn last. No other one is drawn before it has its slot, and there the engine keeps them.
#[derive(Debug)]
pub struct Ranges {
    most: usize,
    places: Vec<Io>,
    /// Drawn after them, of another file or pass: the next I/O begins with it.
    next: Option<Io>,
}

impl Ranges {
    /// Of a job whose trims have more than one.
    pub fn of(job: &JobPlan) -> Option<Box<Self>> {
        let most = job.engine.passthrough.trim_ranges as usize;
        let trims = matches!(job.access.mode, AccessMode::Trim | AccessMode::RandTrim);
        (trims && most > 1).then(|| {
            Box::new(Self {
                most,
                places: Vec::with_capacity(most),
                next: None,
            })
        })
    }

    /// The places of this I/O, which was drawn last; of a sync, which comes in between, none but its own.
    pub fn of_io<'a>(&'a self, io: &'a Io) -> &'a [Io] {
        if io.op != Op::Trim {
            return std::slice::from_ref(io);
        }
        // Another one's places must never be trimmed.
        assert!(
            self.as_one() == Some(*io),
            "the places of a trim are those of another one"
        );
        &self.places
    }

    fn as_one(&self) -> Option<Io> {
        let first = self.places.first()?;
        Some(Io {
            len: self.places.iter().map(|place| place.len).sum(),
            ..*first
        })
    }

    /// The next I/O, of places that `draw` gives; with each of them, whether its file had no place left and is begun anew.
    pub fn next(&mut self, mut draw: impl FnMut() -> Option<(Io, bool)>) -> Option<Io> {
        self.places.clear();
        let first = self.next.take().map(|place| (place, false));
        let mut drawn = first.or_else(&mut draw);
        while let Some((place, begins_pass)) = drawn
            && self.take(place, begins_pass)
        {
            drawn = draw();
        }
        self.as_one()
    }

    /// Takes a place in; `false`: the I/O is complete. `begins_pass`: the file had no place left, and is begun anew.
    fn take(&mut self, place: Io, begins_pass: bool) -> bool {
        let first = self.places.first();
        if first.is_some_and(|first| begins_pass || first.file != place.file) {
            self.next = Some(place);
            return false;
        }
        self.places.push(place);
        self.places.len() < self.most
    }
}
