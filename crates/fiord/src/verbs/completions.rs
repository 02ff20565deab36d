//! `fiord completions SHELL`: what a shell needs to complete verbs and options.

use std::io::Write;

use anyhow::{Context, Result};
use clap_complete::Shell;

use crate::ui::exit;

/// Arguments of `fiord completions`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell that will read it.
    shell: Shell,
}

/// `command` is the command line of all verbs.
pub(crate) fn run(args: &Args, mut command: clap::Command) -> Result<u8> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, "fiord", &mut text);
    let mut out = std::io::stdout().lock();
    out.write_all(&text)
        .and_then(|()| out.flush())
        .context("standard output")?;
    Ok(exit::OK)
}
