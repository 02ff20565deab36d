//! What comes next: direction, file, offset and length of each I/O, with fio's meaning of every option.
//!
//! CachedLaw once per worker, called once per I/O by the worker loop; allocates nothing after `new`. It knows nothing of time (the
//! pacer) nor of data (the content).
//!
//! ```text
//! next ── quick (one file, fixed sizes, plain sequential or random): a batch prepared ahead ──> Io
//!   └──── general: direction → file → place → length ─────────────────────────────────────────> Io
//!              file has no place left → file done → all done → restart, or None
//! ```
//!
//! Both ways move the same state, so the quick way hands over to the general one whenever it comes to an end of something.
//!
//! When it ends, as observed with fio 3.33: without `io_size` when every file is exhausted or the limit is reached; with
//! `io_size` it starts over, in the same order, while at least one largest block is missing to the limit; a `time_based` job never
//! ends, and random passes come in a new order each time.

mod ahead;
mod choose;
mod order;
mod place;
mod quick;
mod rules;
mod size;

pub use order::Pattern;
pub use place::map_bytes;
