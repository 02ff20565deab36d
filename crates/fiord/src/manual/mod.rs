//! Manual pages and shell completions, made from the tables that help is made from; pure.

#![forbid(unsafe_code)]

mod completions;
mod own;
mod pages;
mod tables;

pub(crate) use clap_complete::Shell;
pub(crate) use completions::completions;
pub(crate) use pages::pages;
pub(crate) use tables::{RUN, SWEEP};
