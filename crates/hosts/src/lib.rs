//! One run over many hosts, from a parsed job to one result of all ranks.
//!
//! What is typed and what is printed are the verb's; the ranks and their connection are `fiord-ranks`.

#![forbid(unsafe_code)]

pub mod asked;
mod conduct;
mod end;
mod front;
pub mod parts;
mod rank;
mod report;
mod reporter;
mod start;

pub use conduct::run;
pub use end::HostsEnd;
pub use front::HostsFront;
pub use report::{HostsAnswer, RenderAnswer, shown};
