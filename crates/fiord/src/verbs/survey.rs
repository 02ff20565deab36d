//! `fiord survey PATH`: the first thing a newcomer runs. The study `survey`, fitted to a disk and a time.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use fiord_study::budget_time::duration;

use super::form::{FormArgs, MetricsArgs};
use super::over_hosts::HostsArgs;
use super::study::survey::begin::{self, SurveyRequest};
use crate::keep::KeepArgs;

/// Arguments of `fiord survey`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A folder on the disk to measure, in which a file is made; or a file or a block device, which is only read.
    path: PathBuf,
    /// How long it may take: a number of seconds, or 90s, 5m, 2h. From three minutes on it has depth, batches of syncs and a log as well.
    #[arg(long, default_value = "60s", value_parser = duration)]
    time: Duration,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    metrics: MetricsArgs,
    #[command(flatten)]
    keep: KeepArgs,
    /// Print the commands of the points as well.
    #[arg(long)]
    commands: bool,
    /// Trace one more run of each point and name the layer of the kernel that costs most (root; docs/layers.md).
    #[arg(long)]
    layers: bool,
    #[command(flatten)]
    hosts: HostsArgs,
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    begin::run(&SurveyRequest {
        path: &args.path,
        time: args.time,
        seed: None,
        commands: args.commands,
        layers: args.layers,
        form: args.form,
        metrics: &args.metrics,
        keep: &args.keep,
        hosts: &args.hosts.asked().check(&[])?,
    })
}
