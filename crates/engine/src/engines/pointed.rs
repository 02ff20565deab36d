//! An engine behind a pointer, for those whose calls take far longer than a jump: they share one compiled loop.
//!
//! Each engine that the loop knows by its type costs a copy of the whole worker, which takes seconds to compile.

use crate::engines::engine::{CallError, Capabilities, Engine, Wait};
use crate::io::{Completion, Queued, Request};
use fiord_messages::Sentence;
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
    fn take_reason(&mut self) -> Option<Sentence>;
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

    fn take_reason(&mut self) -> Option<Sentence> {
        Engine::take_reason(self)
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

    fn take_reason(&mut self) -> Option<Sentence> {
        self.0.take_reason()
    }

    fn depth(&self) -> u32 {
        self.0.depth()
    }

    fn capabilities(&self) -> Capabilities {
        self.0.capabilities()
    }
}

#[cfg(test)]
mod tests {
    use super::Pointed;
    use fiord_messages::Sentence;

    use crate::engines::engine::{CallError, Capabilities, Engine, Wait};
    use crate::io::{Completion, Queued, Request};
    use fiord_workload::io::{Io, Op};

    /// Answers every call in a way of its own.
    #[derive(Default)]
    struct Telling {
        ranges: usize,
        counting: bool,
    }

    impl Engine for Telling {
        const IN_PLACE: bool = false;

        fn take_ranges(&mut self, slot: u32, places: &[Io]) {
            self.ranges = slot as usize + places.len();
        }

        fn queue(&mut self, request: &Request) -> Queued {
            Queued::Done(request.slot as i32 + self.ranges as i32)
        }

        fn submit(&mut self) -> Result<u32, CallError> {
            Ok(3)
        }

        fn reap(&mut self, _wait: Wait, _out: &mut [Completion]) -> Result<u32, CallError> {
            Ok(4)
        }

        fn all_done(&mut self) -> bool {
            true
        }

        fn begin_counting(&mut self) {
            self.counting = true;
        }

        fn take_reason(&mut self) -> Option<Sentence> {
            self.counting.then(|| Sentence::verbatim("a reason"))
        }

        fn depth(&self) -> u32 {
            7
        }

        fn capabilities(&self) -> Capabilities {
            Capabilities {
                groups: true,
                counts_batches: false,
            }
        }
    }

    #[test]
    fn every_call_reaches_the_engine() {
        let io = Io {
            op: Op::Trim,
            file: 0,
            offset: 0,
            len: 0,
        };
        let request = Request {
            io,
            slot: 1,
            buffer: std::ptr::null_mut(),
        };
        let mut engine = Pointed::<false>::new(Telling::default());
        engine.take_ranges(2, &[io, io]);
        assert_eq!(engine.queue(&request), Queued::Done(5));
        assert_eq!(
            (engine.submit(), engine.reap(Wait::Poll, &mut [])),
            (Ok(3), Ok(4))
        );
        assert_eq!((engine.all_done(), engine.take_reason()), (true, None));
        engine.begin_counting();
        assert_eq!(engine.take_reason(), Some(Sentence::verbatim("a reason")));
        assert_eq!((engine.depth(), engine.capabilities().groups), (7, true));
        assert_eq!(engine.helpers_used().user_us, 0);
    }
}
