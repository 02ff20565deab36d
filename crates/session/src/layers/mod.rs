//! Where the time goes: traces the kernel while workers run, and splits their latency by layer.
//!
//! A thread empties the kernel's buffers and the workers' stamps every 20 ms. Events are switched on and off in random slices of the run, and
//! what was seen in a slice is joined when the slice is over, while nothing is compared; so the untraced slices show what tracing costs.

mod bios;
mod join;
mod reach;
mod request;
mod slices;
mod tally;

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

use fiord_engine::live::LiveBoard;
use fiord_host::trace::Instance;
use fiord_messages::{Sentence, session as messages};
use fiord_record::layers::Layers;

pub use self::request::LayersRequest;
use self::slices::Tracer;
use crate::targets::RunTargets;

/// Stamps of all workers together that have room before the tracer takes them.
const STAMPS: usize = 1 << 20;
/// Of one worker at least and at most.
const STAMPS_OF_ONE: std::ops::RangeInclusive<usize> = 1 << 10..=1 << 16;

/// Has the workers note the stamps that a split by layer is made of. Without it, a run has no layers.
#[must_use]
pub fn with_stamps(board: LiveBoard) -> LiveBoard {
    let workers = board.cells().len().max(1);
    let each = (STAMPS / workers).clamp(*STAMPS_OF_ONE.start(), *STAMPS_OF_ONE.end());
    board.with_stamps(each)
}

fn absent(why: Sentence) -> Box<Layers> {
    Box::new(Layers::unavailable(why))
}

/// A run that is being traced.
pub(crate) struct Tracing {
    stop: Sender<()>,
    thread: Option<JoinHandle<Layers>>,
}

impl Tracing {
    /// Begins; called when the files are laid out and nothing has started.
    ///
    /// # Errors
    /// A run without layers, which says why.
    pub(crate) fn begin(
        targets: &mut RunTargets<'_>,
        live: &Arc<LiveBoard>,
        request: &LayersRequest,
    ) -> Result<Self, Box<Layers>> {
        let (root, plan) = (targets.root.clone(), targets.plan);
        if live.cells().iter().any(|cell| cell.stamps().is_none()) {
            return Err(absent(Sentence::new(messages::layers_no_memory)));
        }
        let reach = reach::find(targets).map_err(absent)?;
        let target = reach.target(request.buffer_kib);
        let instance = Instance::create(&root, &target).map_err(absent)?;
        let tracer = Tracer::begin(instance, live, reach, request, plan).map_err(absent)?;
        let (stop, stopped) = channel();
        let thread = std::thread::Builder::new()
            .name("layers".to_owned())
            .spawn(move || tracer.run(&root, &stopped))
            .map_err(|error| {
                let error = Sentence::from(&error);
                absent(Sentence::new(|lang| {
                    let error = &error.text(lang);
                    messages::LayersNoThread { error }.text(lang)
                }))
            })?;
        Ok(Self {
            stop,
            thread: Some(thread),
        })
    }

    /// Ends, when all workers have.
    pub(crate) fn end(mut self) -> Layers {
        let ended = self.join();
        ended.unwrap_or_else(|| Layers::unavailable(messages::layers_thread_ended))
    }

    fn join(&mut self) -> Option<Layers> {
        let thread = self.thread.take()?;
        let _ = self.stop.send(());
        thread.join().ok()
    }
}

impl Drop for Tracing {
    /// Also of a run that could not start, nothing stays in the kernel.
    fn drop(&mut self) {
        let _ = self.join();
    }
}
