//! Kernel tracepoints of the block layer and of direct file I/O, read from an instance of tracefs of our own.
//!
//! [`instance`] owns the instance, [`format`] reads what each event looks like on this kernel, [`page`] takes the pages of the ring
//! buffer apart (`Documentation/trace/ring-buffer-design.rst`, `events/header_page`), and [`event`] makes one type of the events.
//! What the events say about a run is decided elsewhere.

mod detached;
pub mod event;
pub mod format;
pub mod instance;
pub mod page;

pub use event::{Event, EventKind};
pub use instance::{Instance, TraceTarget, list};
