//! Arguments of `fiord run`: our options, and everything else for fio's language.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{ArgGroup, ValueHint};
use fiord_cluster::asked::HostsAsked;
use fiord_compare::limits::CompareLimit;
use fiord_job::cli::{Eta, OutputFormat};
use fiord_job::invocation::Parsed;
use fiord_messages::{Lang, run as messages};
use fiord_report::text::findings::Detail;

use super::asked::Assertions;
use crate::keep::KeepArgs;
use crate::live::LiveArgs;
use crate::verbs::form::{FormArgs, MetricsArgs};
use crate::verbs::over_hosts::SpreadHostsArgs;
use crate::verbs::words;
use fiord_fio_cli::copied::drop_program;
use fiord_session::layers::LayersRequest;

/// More than anybody needs, and their records still fit into memory.
const MOST: usize = 1000;

/// What a run is compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Against {
    /// A result that is there.
    Baseline(String),
    /// Another job, which runs in turn with this one.
    Job(String),
}

/// Arguments of `fiord run`. Where an option is repeated the last one counts, as in fio.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "fiord run [OPTIONS] FIO ARGUMENTS…",
    args_override_self = true,
    group = ArgGroup::new("against")
        .args(["baseline", "vs"])
        .multiple(true)
        .conflicts_with_all(["self_cost", "evidence", "metrics", "spec", "strict", "full", "asserted"])
)]
pub(crate) struct RunRequest {
    #[arg(trailing_var_arg = true, value_name = "FIO ARGUMENTS")]
    words: Vec<OsString>,
    #[arg(short, long)]
    verbose: bool,
    #[arg(long)]
    pub(super) full: bool,
    #[arg(long)]
    pub(super) strict: bool,
    #[arg(long, value_name = "FILE")]
    pub(super) spec: Option<PathBuf>,
    #[arg(long, value_name = "DEVICE", value_hint = ValueHint::FilePath)]
    allow_destroy: Vec<OsString>,
    #[arg(long, conflicts_with_all = ["repeat", "md", "csv", "metrics", "asserted", "live", "metrics_listen"])]
    pub(super) self_cost: bool,
    #[command(flatten, next_help_heading = "output")]
    pub(super) form: FormArgs,
    #[command(flatten)]
    pub(super) outputs: RunOutputs,
    #[command(flatten, next_help_heading = "repeats")]
    pub(super) runs: RunsArgs,
    #[command(flatten, next_help_heading = "assertions")]
    pub(super) asked: Assertions,
    #[command(flatten, next_help_heading = "layers")]
    layers: LayersArgs,
    #[command(flatten, next_help_heading = "live")]
    pub(super) live: LiveArgs,
    #[command(flatten, next_help_heading = "hosts")]
    hosts: RunHostsArgs,
    #[command(flatten, next_help_heading = "store")]
    pub(super) keep: KeepArgs,
}

/// Files that are written besides what is printed.
#[derive(Debug, clap::Args)]
pub(super) struct RunOutputs {
    #[arg(long, value_name = "FILE")]
    pub(super) evidence: Option<PathBuf>,
    #[command(flatten)]
    pub(super) metrics: MetricsArgs,
}

/// How many runs, and what they are compared with.
#[derive(Debug, clap::Args)]
pub(super) struct RunsArgs {
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "metrics")]
    pub(super) repeat: Option<usize>,
    #[arg(long, value_name = "RESULT")]
    baseline: Vec<String>,
    #[arg(long, value_name = "JOB", allow_hyphen_values = true)]
    vs: Vec<String>,
    #[arg(long = "fail-if", value_name = "C", value_parser = CompareLimit::parse)]
    pub(super) limits: Vec<CompareLimit>,
}

/// What is traced.
#[derive(Debug, clap::Args)]
#[group(id = "traced", conflicts_with_all = ["repeat", "against", "self_cost"])]
struct LayersArgs {
    #[arg(long, value_name = "all", value_parser = all, require_equals = true)]
    layers: Option<Option<String>>,
    #[arg(long, value_name = "KIB", value_parser = buffer_kib)]
    layers_buffer: Option<u32>,
}

/// Options of a run over many hosts.
#[derive(Debug, clap::Args)]
struct RunHostsArgs {
    #[command(flatten)]
    all: SpreadHostsArgs,
    #[arg(long)]
    shift_reads: bool,
    #[arg(long)]
    wear_out: bool,
}

impl RunRequest {
    /// What fio's language has to read: the words that are not ours, without the `sudo fio` of a copied command.
    ///
    /// # Errors
    /// One that is not UTF-8.
    pub(super) fn fio(&self) -> Result<Vec<String>> {
        let mut words = words::text(&self.words)?;
        drop_program(&mut words);
        // Consent is an option of fio's language too: what opens devices asks there.
        let consents = words::text(&self.allow_destroy)?.into_iter();
        let consents = consents.map(|device| format!("--allow-destroy={device}"));
        Ok(consents.chain(words).collect())
    }

    pub(super) fn detail(&self) -> Detail {
        if self.verbose {
            Detail::Reasons
        } else {
            Detail::Line
        }
    }

    pub(super) fn layers(&self) -> Option<LayersRequest> {
        let LayersArgs {
            layers,
            layers_buffer,
        } = &self.layers;
        if layers.is_none() && layers_buffer.is_none() {
            return None;
        }
        let mut request = LayersRequest::new(matches!(layers, Some(Some(_))));
        request.buffer_kib = layers_buffer.unwrap_or(request.buffer_kib);
        Some(request)
    }

    /// Whether all hosts of a launcher run it together, and how.
    ///
    /// # Errors
    /// An option that does not go with that, or only with that.
    pub(super) fn hosts(&self) -> Result<HostsAsked> {
        let asked = HostsAsked {
            shifts_reads: self.hosts.shift_reads,
            wears_out: self.hosts.wear_out,
            ..self.hosts.all.asked()
        };
        let [live, metrics] = self.live.given();
        asked.check(&[
            live,
            metrics,
            ("--layers", self.layers().is_some()),
            ("--self-cost", self.self_cost),
            ("--baseline or --vs", self.against()?.is_some()),
            ("--spec", self.spec.is_some()),
            ("--full", self.full),
        ])
    }

    /// What it is compared with.
    ///
    /// # Errors
    /// Several things, or conditions of a comparison without one.
    pub(super) fn against(&self) -> Result<Option<Against>> {
        let baselines = self.runs.baseline.iter().cloned().map(Against::Baseline);
        let others = self.runs.vs.iter().cloned().map(Against::Job);
        let mut all = baselines.chain(others);
        match (all.next(), all.next()) {
            (_, Some(_)) => bail!(messages::one_comparison(Lang::current())),
            (None, _) if !self.runs.limits.is_empty() => {
                bail!(messages::limits_without_comparison(Lang::current()))
            }
            (against, None) => Ok(against),
        }
    }
}

/// Options of fio's front end that would be without effect here. Nothing is silently ignored.
pub(in crate::verbs) fn refuse_what_run_does_not_do(parsed: &Parsed) -> Result<()> {
    let cli = &parsed.cli;
    let has = |option: &str| parsed.cli_given.iter().any(|(name, _)| *name == option);
    let unused = [
        ("--output", cli.output.is_some()),
        ("--output-format", cli.output_formats != [OutputFormat::Normal]),
        ("--debug", cli.debug.any()),
        ("--eta", cli.progress.eta != Eta::Auto),
        ("--eta-newline", cli.progress.eta_newline_us.is_some()),
        ("--eta-interval", has("eta-interval")),
        ("--terse-version", has("terse-version")),
        ("--idle-prof", cli.idle_prof.is_some()),
        ("--bandwidth-log", cli.bandwidth_log.is_some()),
        ("--status-interval", cli.progress.status_interval_us.is_some()),
        (
            "--trigger",
            cli.trigger.command.is_some() || cli.trigger.file.is_some(),
        ),
    ];
    match unused.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => {
            let option = &option;
            bail!(messages::OptionOfFio { option }.text(Lang::current()))
        }
        None => Ok(()),
    }
}

/// How many runs, as typed.
fn count(text: &str) -> Result<usize, String> {
    let (most, lang) = (&MOST, Lang::current());
    match text.parse() {
        Ok(count) if (2..=MOST).contains(&count) => Ok(count),
        Ok(1) => Err(messages::repeat_one(lang).to_owned()),
        Ok(_) => Err(messages::RepeatRange { most }.text(lang)),
        Err(_) => Err(messages::RepeatNumber { most }.text(lang)),
    }
}

fn all(text: &str) -> Result<String, String> {
    match text {
        "all" => Ok(text.to_owned()),
        _ => Err(messages::layers_word(Lang::current()).to_owned()),
    }
}

fn buffer_kib(text: &str) -> Result<u32, String> {
    let kib = text.parse().ok().filter(|kib| (4..=1 << 20).contains(kib));
    kib.ok_or_else(|| messages::layers_buffer(Lang::current()).to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use super::*;
    use crate::verbs::{Verb, parse};

    fn read(words: &[OsString]) -> Result<RunRequest> {
        let line = [&["run".into()], words].concat();
        let Verb::Run(request) = parse(&line)?.verb else {
            panic!("{line:?}");
        };
        request.fio()?;
        request.asked.check()?;
        request.hosts()?;
        Ok(request)
    }

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn our_words_are_taken_out_wherever_they_stand() {
        let request = read(&words(
            "--name=a --strict --rw=read --evidence e.json --json job.fio",
        ))
        .unwrap();
        assert!(request.strict && request.form.json && !request.self_cost && !request.full);
        assert_eq!(request.outputs.evidence, Some("e.json".into()));
        assert_eq!(request.fio().unwrap(), ["--name=a", "--rw=read", "job.fio"]);
        assert!(read(&words("--name=a --evidence")).is_err());
        let request = read(&words("--repeat=6 --name=a")).unwrap();
        assert_eq!(
            (request.runs.repeat, request.fio().unwrap()),
            (Some(6), vec!["--name=a".to_owned()])
        );
        let copied = read(&words("--json sudo fio --name=a --strict")).unwrap();
        assert_eq!(
            (copied.strict, copied.fio().unwrap()),
            (true, vec!["--name=a".to_owned()])
        );
        let odd = OsString::from_vec(b"--evidence=caf\xe9".to_vec());
        let evidence = read(&[odd]).unwrap().outputs.evidence.unwrap();
        assert_eq!(evidence.as_os_str().as_encoded_bytes(), b"caf\xe9");
        assert!(read(&[OsString::from_vec(b"--filename=caf\xe9".to_vec())]).is_err());
        assert_eq!(read(&words("--name=a --repeat 2")).unwrap().runs.repeat, Some(2));
        let request = read(&words("--save=before --name=a --store s.db")).unwrap();
        assert_eq!(request.keep.save.as_deref(), Some("before"));
        assert_eq!(request.keep.at.store, Some("s.db".into()));
        let request = read(&words("--layers --name=a --layers-buffer=16")).unwrap();
        let layers = request.layers().unwrap();
        assert_eq!((layers.all, layers.buffer_kib), (false, 16));
        let request = read(&words("--name=a --layers=all")).unwrap();
        assert!(request.layers().unwrap().all && request.fio().unwrap() == ["--name=a"]);
        let request = read(&words("--strict -v --repeat=2 --name=a --strict --repeat 3")).unwrap();
        assert!(request.strict && request.runs.repeat == Some(3) && request.detail() == Detail::Reasons);
        let request = read(&["--vs".into(), "--name=b --rw=read".into(), "--name=a".into()]).unwrap();
        assert_eq!(
            request.against().unwrap(),
            Some(Against::Job("--name=b --rw=read".to_owned()))
        );
        for wrong in [
            "--layers=some",
            "--layers --repeat=3",
            "--layers-buffer=0",
            "--repeat",
            "--repeat=1",
            "--repeat x",
            "--repeat=3 --self-cost",
            "--repeat=1001",
            "--save=12",
            "--save=",
            "--save=x --no-store",
            "--store=x --no-store",
            "--baseline a --vs b",
            "--baseline a --baseline b",
            "--fail-if slower:5%",
            "--baseline a --fail-if slow",
            "--vs b --strict",
            "--vs b --metrics m.prom",
            "--vs b --layers-buffer=16",
            "--vs b --assert iops>5",
            "--report github",
            "--self-cost --assert iops>5",
            "--self-cost --live json",
            "--hosts --metrics-listen 9100",
            "--live csv",
            "--self-cost --csv",
            "--self-cost --metrics m.prom",
            "--json --md",
            "--spread=files",
            "--hosts --spread=file",
            "--hosts --layers",
            "--repeat 3 --metrics m.prom",
        ] {
            assert!(read(&words(wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn consent_reaches_fio_whatever_ends_its_options() {
        let request = read(&words(
            "job.fio --allow-destroy /dev/a -- -- --allow-destroy=/dev/b",
        ))
        .unwrap();
        let fio = [
            "--allow-destroy=/dev/a",
            "job.fio",
            "--",
            "--allow-destroy=/dev/b",
        ];
        assert_eq!(request.fio().unwrap(), fio);
    }
}
