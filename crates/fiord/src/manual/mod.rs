//! Manual pages and shell completions, made from the definition that help is made from; pure.

#![forbid(unsafe_code)]

mod completions;
mod pages;

pub(crate) use clap_complete::Shell;
pub(crate) use completions::completions;
pub(crate) use pages::pages;
