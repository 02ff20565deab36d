//! `fiord survey PATH`: the first thing a newcomer runs. The study `survey`, fitted to a disk and a time.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use fiord_study::budget_time::duration;

use super::form::{FormArgs, MetricsArgs};
use super::over_hosts::HostsArgs;
use super::study::survey::begin::{self, SurveyRequest};
use crate::keep::KeepArgs;
use crate::live::LiveArgs;

/// Arguments of `fiord survey`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    path: PathBuf,
    #[arg(long, default_value = "60s", value_parser = duration)]
    time: Duration,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    metrics: MetricsArgs,
    #[command(flatten)]
    keep: KeepArgs,
    #[arg(long)]
    commands: bool,
    #[arg(long)]
    layers: bool,
    #[command(flatten)]
    live: LiveArgs,
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
        live: &args.live,
        hosts: &args.hosts.asked().check(&args.live.given())?,
    })
}
