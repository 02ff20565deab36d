//! `fiord completions SHELL`: what a shell needs to complete verbs and options.

use crate::manual::Shell;
use anyhow::{Context, Result};
use fiord_messages::{Lang, man as messages};

use crate::ui::{exit, write};

/// Arguments of `fiord completions`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    shell: Shell,
}

/// `command` is the command line of all verbs.
pub(crate) fn run(args: &Args, command: clap::Command) -> Result<u8> {
    let text = crate::manual::completions(command, args.shell);
    write(&text).context(messages::standard_output(Lang::current()))?;
    Ok(exit::OK)
}
