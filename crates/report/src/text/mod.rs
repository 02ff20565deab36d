//! Text for people: what stands on a screen, in Markdown and in CSV.

mod cache;
pub mod compare;
pub mod doctor;
mod doctor_tree;
mod endurance;
pub mod findings;
pub mod help;
pub(crate) mod ladder;
pub mod layers;
pub mod many_hosts;
mod many_hosts_repeats;
mod notebook;
mod page;
mod prepare;
mod repeats;
pub mod run;
mod self_cost;
pub(crate) mod simulated;
mod slo;
mod styled;
pub mod survey;
mod survey_hosts;
pub(crate) mod survey_rows;
mod table;
pub mod topics;
pub mod traps;
pub mod watch;
mod why;

pub(crate) use page::Block;
pub use page::Page;
pub use styled::{Style, Styled, harmless};
pub use table::{Cell, Column, Table};
pub use textwrap::core::display_width;
