//! What `fiord run` is asked for: our options, and everything else for fio's language.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use fiord_cluster::asked::HostsAsked;
use fiord_compare::limits::CompareLimit;
use fiord_job::cli::{Eta, OutputFormat};
use fiord_job::invocation::Parsed;
use fiord_report::text::findings::Detail;

use super::asked::Assertions;
use crate::keep::{self, KeepArgs};
use crate::verbs::form::{FormArgs, MetricsArgs};
use crate::verbs::words::{one, value};
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

/// What is done besides a plain run.
#[derive(Debug, Default, PartialEq)]
pub(super) struct RunModes {
    pub(super) layers: Option<LayersRequest>,
    pub(super) hosts: HostsAsked,
}

/// Files that are written besides what is printed.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct RunOutputs {
    pub(super) evidence: Option<PathBuf>,
    pub(super) metrics: MetricsArgs,
}

#[derive(Debug, Default, PartialEq)]
pub(super) struct RunRequest {
    pub(super) strict: bool,
    pub(super) form: FormArgs,
    pub(super) outputs: RunOutputs,
    pub(super) spec: Option<PathBuf>,
    pub(super) self_cost: bool,
    /// How many runs, where one is not enough.
    pub(super) repeat: Option<usize>,
    pub(super) keep: KeepArgs,
    pub(super) help: bool,
    pub(super) detail: Option<Detail>,
    /// fio's report as well.
    pub(super) full: bool,
    pub(super) asked: Assertions,
    pub(super) against: Option<Against>,
    pub(super) limits: Vec<CompareLimit>,
    pub(super) modes: RunModes,
    pub(super) fio: Vec<String>,
}

impl RunRequest {
    /// Takes our words out of fio's. Paths of ours may be any bytes.
    pub(super) fn read(words: &[OsString]) -> Result<Self> {
        let mut request = RunRequest::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut rest = words.by_ref().map(OsString::as_os_str);
            if request.modes.hosts.take(word, &mut rest)? {
                continue;
            }
            let paths = [
                ("--evidence", &mut request.outputs.evidence),
                ("--metrics", &mut request.outputs.metrics.file),
                ("--spec", &mut request.spec),
                ("--store", &mut request.keep.at.store),
            ];
            if let Some((name, path)) = paths.into_iter().find(|(name, _)| names(word, name)) {
                let given = value(word, name).or_else(|| words.next().map(OsString::as_os_str));
                let given = given.with_context(|| format!("{name}: expected the name of a file"))?;
                *path = Some(given.into());
                continue;
            }
            let valued = [
                "--repeat",
                "--save",
                "--assert",
                "--report",
                "--baseline",
                "--vs",
                "--fail-if",
                "--layers-buffer",
            ];
            if let Some(name) = valued.into_iter().find(|name| names(word, name)) {
                let given = value(word, name).or_else(|| words.next().map(OsString::as_os_str));
                let given = one(given.with_context(|| format!("{name}: expected a value"))?)?;
                match name {
                    "--baseline" => request.compare_with(Against::Baseline(given.to_owned()))?,
                    "--vs" => request.compare_with(Against::Job(given.to_owned()))?,
                    "--fail-if" => request.limits.push(limit(given)?),
                    "--save" => request.keep.save = Some(kept_name(given)?),
                    "--assert" => request.asked.add(given)?,
                    "--layers-buffer" => request.layers_buffer(given)?,
                    "--report" => request.asked.reports.push(given.to_owned()),
                    _ => request.repeat = Some(count(given)?),
                }
                continue;
            }
            match one(word)? {
                "--strict" => request.strict = true,
                "--json" => request.form.json = true,
                "--md" => request.form.md = true,
                "--csv" => request.form.csv = true,
                "--self-cost" => request.self_cost = true,
                "--no-store" => request.keep.no_store = true,
                "--help" | "-h" => request.help = true,
                "--verbose" | "-v" => request.detail = Some(Detail::Reasons),
                "--full" => request.full = true,
                "--layers" => request.trace(false),
                "--layers=all" => request.trace(true),
                other if other.starts_with("--layers=") => {
                    bail!("{other}: expected --layers or --layers=all")
                }
                other => request.fio.push(other.to_owned()),
            }
        }
        drop_program(&mut request.fio);
        request.check()?;
        Ok(request)
    }

    /// What does not go together.
    fn check(&self) -> Result<()> {
        let request = self;
        if request.repeat.is_some() && request.self_cost {
            bail!("--self-cost measures the generator, which --repeat does not repeat");
        }
        let FormArgs { json, md, csv } = request.form;
        if u8::from(json) + u8::from(md) + u8::from(csv) > 1 {
            bail!("--json, --md, --csv: expected one of them");
        }
        if request.self_cost && (md || csv) {
            bail!("--self-cost: prints text, or --json");
        }
        request.asked.check(request.self_cost)?;
        request.check_comparison()?;
        request.check_layers()?;
        request.modes.hosts.check(&request.not_over_hosts())?;
        if request.outputs.metrics.file.is_some() && (request.repeat.is_some() || request.self_cost) {
            bail!("--metrics: has the numbers of one run; leave out --repeat and --self-cost");
        }
        let keep = &request.keep;
        if keep.no_store && (keep.save.is_some() || keep.at.store.is_some()) {
            bail!("--no-store keeps nothing; leave out --save and --store, or --no-store");
        }
        Ok(())
    }

    fn trace(&mut self, all: bool) {
        self.modes
            .layers
            .get_or_insert_with(|| LayersRequest::new(all))
            .all = all;
    }

    fn layers_buffer(&mut self, text: &str) -> Result<()> {
        let buffer_kib = text.parse().ok().filter(|kib| (4..=1 << 20).contains(kib));
        let asked = self.modes.layers.get_or_insert_with(|| LayersRequest::new(false));
        asked.buffer_kib = buffer_kib.with_context(|| {
            format!("--layers-buffer={text}: expected KiB for each processor, 4 to 1048576")
        })?;
        Ok(())
    }

    /// Repeated and compared runs are not traced: the trace would be in some of their numbers.
    fn check_layers(&self) -> Result<()> {
        if self.modes.layers.is_some() && (self.repeat.is_some() || self.against.is_some() || self.self_cost)
        {
            bail!("--layers: traces one run; leave out --repeat, --baseline, --vs and --self-cost");
        }
        Ok(())
    }

    /// What a run over many hosts does not do.
    fn not_over_hosts(&self) -> [(&'static str, bool); 5] {
        [
            ("--layers", self.modes.layers.is_some()),
            ("--self-cost", self.self_cost),
            ("--baseline or --vs", self.against.is_some()),
            ("--spec", self.spec.is_some()),
            ("--full", self.full),
        ]
    }

    fn compare_with(&mut self, against: Against) -> Result<()> {
        if self.against.replace(against).is_some() {
            bail!("--baseline, --vs: expected one of them, once");
        }
        Ok(())
    }

    /// What a comparison does not print or judge.
    fn check_comparison(&self) -> Result<()> {
        if self.against.is_none() {
            if !self.limits.is_empty() {
                bail!("--fail-if: expected with --baseline or --vs; of the run itself --assert asks");
            }
            return Ok(());
        }
        let without = [
            ("--self-cost", self.self_cost),
            ("--evidence", self.outputs.evidence.is_some()),
            ("--metrics", self.outputs.metrics.file.is_some()),
            ("--spec", self.spec.is_some()),
            ("--strict", self.strict),
            ("--full", self.full),
            ("--assert", self.asked != Assertions::default()),
        ];
        match without.into_iter().find(|(_, is_given)| *is_given) {
            Some((name, _)) => {
                bail!("{name}: cannot stand with --baseline or --vs, which print a comparison")
            }
            None => Ok(()),
        }
    }
}

/// Options of fio's front end that would be without effect here. Nothing is silently ignored.
pub(super) fn refuse_what_run_does_not_do(parsed: &Parsed) -> Result<()> {
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
        ("--bandwidth-log", cli.bandwidth_log),
        ("--status-interval", cli.progress.status_interval_us.is_some()),
        (
            "--trigger",
            cli.trigger.command.is_some() || cli.trigger.file.is_some(),
        ),
    ];
    match unused.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => bail!(
            "{option}: `fiord run` prints a verdict and does not honour it; leave out `run` for fio's own output, or use --json and a redirection"
        ),
        None => Ok(()),
    }
}

/// Reads a condition.
///
/// # Errors
/// What may stand there.
fn limit(text: &str) -> Result<CompareLimit> {
    CompareLimit::parse(text).map_err(|why| anyhow!("--fail-if={why}"))
}

/// How many runs, as typed.
fn count(text: &str) -> Result<usize> {
    match text.parse() {
        Ok(count) if (2..=MOST).contains(&count) => Ok(count),
        Ok(1) => bail!("--repeat takes 2 runs or more; one run is one without it"),
        Ok(count) => bail!("--repeat={count} is outside 2 to {MOST}"),
        Err(_) => bail!("--repeat={text}: expected a number of runs, 2 or more"),
    }
}

fn kept_name(text: &str) -> Result<String> {
    keep::name(text).map_err(|why| anyhow!("--save={why}"))
}

/// Whether a word is this option, with its value or without.
fn names(word: &OsStr, name: &str) -> bool {
    word == name || value(word, name).is_some()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn our_words_are_taken_out_wherever_they_stand() {
        let request = RunRequest::read(&words(
            "--name=a --strict --rw=read --evidence e.json --json job.fio",
        ))
        .unwrap();
        assert!(request.strict && request.form.json && !request.self_cost && !request.full);
        assert_eq!(request.outputs.evidence, Some("e.json".into()));
        assert_eq!(request.fio, ["--name=a", "--rw=read", "job.fio"]);
        assert!(RunRequest::read(&words("--name=a --evidence")).is_err());
        let request = RunRequest::read(&words("--repeat=6 --name=a")).unwrap();
        assert_eq!(
            (request.repeat, request.fio),
            (Some(6), vec!["--name=a".to_owned()])
        );
        let copied = RunRequest::read(&words("--json sudo fio --name=a --strict")).unwrap();
        assert_eq!((copied.strict, copied.fio), (true, vec!["--name=a".to_owned()]));
        let odd = OsString::from_vec(b"--evidence=caf\xe9".to_vec());
        let evidence = RunRequest::read(&[odd]).unwrap().outputs.evidence.unwrap();
        assert_eq!(evidence.as_os_str().as_encoded_bytes(), b"caf\xe9");
        assert!(RunRequest::read(&[OsString::from_vec(b"--filename=caf\xe9".to_vec())]).is_err());
        assert_eq!(
            RunRequest::read(&words("--name=a --repeat 2")).unwrap().repeat,
            Some(2)
        );
        let request = RunRequest::read(&words("--save=before --name=a --store s.db")).unwrap();
        assert_eq!(request.keep.save.as_deref(), Some("before"));
        assert_eq!(request.keep.at.store, Some("s.db".into()));
        let request = RunRequest::read(&words("--layers --name=a --layers-buffer=16")).unwrap();
        let layers = request.modes.layers.unwrap();
        assert_eq!((layers.all, layers.buffer_kib), (false, 16));
        let request = RunRequest::read(&words("--name=a --layers=all")).unwrap();
        assert!(request.modes.layers.unwrap().all && request.fio == ["--name=a"]);
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
            "--baseline a --vs b",
            "--fail-if slower:5%",
            "--baseline a --fail-if slow",
            "--vs b --strict",
            "--vs b --metrics m.prom",
            "--spread=files",
            "--hosts --spread=file",
            "--hosts --layers",
            "--repeat 3 --metrics m.prom",
        ] {
            assert!(RunRequest::read(&words(wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_the_table_lists_is_taken_out() {
        for option in crate::manual::RUN.options {
            let name = format!("--{}", option.long);
            let line = match option.value {
                Some(_) => vec![name.clone().into(), "1".into()],
                None => vec![name.clone().into()],
            };
            // fio's command line of fiord has it too, for jobs that write to devices.
            if option.long == "allow-destroy" {
                continue;
            }
            // A value that does not fit is an error of ours, and so is what stands alone.
            if let Ok(request) = RunRequest::read(&line) {
                assert_eq!(request.fio, [""; 0], "{name}");
            }
        }
    }
}
