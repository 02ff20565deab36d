//! What the ranks of a launcher do together: a job once or several times, with one result.
//!
//! What is typed and what is printed are the verb's; the ranks and their connection are `fiord-ranks`.

#![forbid(unsafe_code)]

pub mod asked;
mod conduct;
mod end;
mod front;
mod job;
pub mod parts;
mod rank;
mod report;
mod reporter;
mod start;
mod task;
pub mod wear;

pub use conduct::{end_all, run};
pub use end::{HostsEnd, PrintedBy, RunEnd};
pub use fiord_ranks::find::{RankVoice, voice};
pub use fiord_ranks::meet::JobText;
pub use front::HostsFront;
pub use job::{HostsJob, JobFront};
pub use report::{HostsAnswer, RenderAnswer, say_lost, shown};
pub use task::{HostsTask, Prepare, RankPart};
