//! stub
use anyhow::Result;
/// stub
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}
pub(crate) fn run(_: &Args) -> Result<u8> { Ok(0) }
