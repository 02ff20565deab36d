//! An engine behind a pointer, for those whose calls take far longer than a jump: they share one compiled loop.
//!
//! Each engine that the loop knows by its type costs a copy of the whole worker, which takes seconds to compile.

use crate::engines::engine::{CallError, Capabilities, Engine, Wait};
use crate::io::{Completion, Queued, Request};
use fiord_stats::CpuUse;
use fiord_workload::io::Io;

/// The methods of [`Engine`] without its constants, which no pointer can have.
trait Calls {
    fn take_ranges(&mut self, slot: u32, places: &[Io]);
    fn queue(&mut self, request: &Request) -> Queued;
    fn submit(&mut self) -> Result<u32, CallError>;
    fn reap(&mut self, wait: Wait, out: &mut [Completion]) -> Result<u32, CallError>;
    fn all_done(&mut self) -> bool;
    fn begin_counting(&mut self);
    fn helpers_used(&mut self) -> CpuUse;
    fn depth(&self) -> u32;
    fn capabilities(&self) -> Capabilities;
}

impl<E: Engine> Calls for E {
    fn take_ranges(&mut self, slot: u32, places: &[Io]) {
        Engine::take_ranges(self, slot, places);
    }

    fn queue(&mut self, request: &Request) -> Queued {
        Engine::queue(self, request)
    }

    fn submit(&mut self) -> Result<u32, CallError> {
        Engine::submit(self)
    }

    fn reap(&mut self, wait: Wait, out: &mut [Completion]) -> Result<u32, CallError> {
        Engine::reap(self, wait, out)
    }

    fn all_done(&mut self) -> bool {
        Engine::all_done(self)
    }

    fn begin_counting(&mut self) {
        Engine::begin_counting(self);
    }

    fn helpers_used(&mut self) -> CpuUse {
        Engine::helpers_used(self)
    }

    fn depth(&self) -> u32 {
        Engine::depth(self)
    }

    fn capabilities(&self) -> Capabilities {
        Engine::capabilities(self)
    }
}

/// An engine that moves data and is not done by [`Engine::submit`].
pub(crate) struct Pointed<'a, const IN_PLACE: bool>(Box<dyn Calls + 'a>);

impl<'a, const IN_PLACE: bool> Pointed<'a, IN_PLACE> {
    pub(crate) fn new<E: Engine + 'a>(engine: E) -> Self {
        const {
            assert!(E::IN_PLACE == IN_PLACE && E::MOVES_DATA && !E::DONE_BY_SUBMIT);
        }
        Self(Box::new(engine))
    }
}

impl<const IN_PLACE: bool> Engine for Pointed<'_, IN_PLACE> {
    const IN_PLACE: bool = IN_PLACE;

    fn take_ranges(&mut self, slot: u32, places: &[Io]) {
        self.0.take_ranges(slot, places);
    }

    fn queue(&mut self, request: &Request) -> Queued {
        self.0.queue(request)
    }

    fn submit(&mut self) -> Result<u32, CallError> {
        self.0.submit()
    }

    fn reap(&mut self, wait: Wait, out: &mut [Completion]) -> Result<u32, CallError> {
        self.0.reap(wait, out)
    }

    fn all_done(&mut self) -> bool {
        self.0.all_done()
    }

    fn begin_counting(&mut self) {
        self.0.begin_counting();
    }

    fn helpers_used(&mut self) -> CpuUse {
        self.0.helpers_used()
    }

    fn depth(&self) -> u32 {
        self.0.depth()
    }

    fn capabilities(&self) -> Capabilities {
        self.0.capabilities()
    }
}
