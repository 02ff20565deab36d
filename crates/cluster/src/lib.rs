//! What the ranks of a launcher do together: a job once or several times, with one result.
//!
//! What is typed and what is printed are the verb's; the ranks and their connection are in `ranks`.

#![deny(unsafe_code)]

pub mod asked;
mod end;
mod front;
mod job;
pub mod parts;
mod rank;
mod rank_session;
pub mod ranks;
mod report;
mod reporter;
mod start;
mod task;
pub mod wear;

pub use crate::ranks::find::{RankVoice, voice};
pub use crate::ranks::meet::JobText;
pub use end::{HostsEnd, PrintedBy, RunEnd};
pub use front::HostsFront;
pub use job::{HostsJob, JobFront};
pub use rank_session::{end_all, run};
pub use report::{HostsAnswer, RenderAnswer, say_lost, shown};
pub use task::{HostsTask, Prepare, RankPart};
