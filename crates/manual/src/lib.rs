//! Manual pages and shell completions, made from the tables that help is made from; pure.

#![forbid(unsafe_code)]

mod completions;
mod own;
mod pages;
mod tables;

pub use clap_complete::Shell;
pub use completions::completions;
pub use own::{OwnOption, OwnOptions};
pub use pages::{ManPage, pages};
pub use tables::{RUN, SWEEP};
