//! `fiord sweep`: a study without a file. Block sizes, depths or workers over any fio options, in complete blocks.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{ArgMatches, Command};
use fiord_messages::{Lang, sweep as messages};
use fiord_study::definition::Order;

use super::form::FormArgs;
use super::over_hosts::SpreadHostsArgs;
use super::put_help;
use super::study::load::OF_OPTIONS;
use super::study::{SloArgs, StudyConsent, StudyRunner, StudySettings, begin_over_hosts};
use crate::keep::{self, KeepStudyArgs};
use crate::live::LiveArgs;
use crate::ui::exit;
use fiord_session::Signals;

/// Blocks: the fewest with which a median has an interval of 95 %.
const BLOCKS: u32 = 6;

/// Arguments of `fiord sweep`. Where an option is repeated the last one counts, as in fio.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "fiord sweep PATH [--bs 4k..1m] [--depth 1..64] [--jobs 1..8] [--rw read,randrw] [OPTIONS] [FIO OPTIONS…]\n       \
                      fiord sweep PATH --slo 'p99<5ms' [--bs 4k,64k] [--rw read,randrw] [OPTIONS] [FIO OPTIONS…]",
    args_override_self = true
)]
pub(crate) struct Args {
    #[command(flatten)]
    factors: Factors,
    #[command(flatten)]
    slo: SloArgs,
    #[arg(long, value_name = "N", default_value_t = BLOCKS, conflicts_with = "slo")]
    blocks: u32,
    #[arg(long, conflicts_with = "slo")]
    in_turns: bool,
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    keep: KeepStudyArgs,
    #[command(flatten)]
    live: LiveArgs,
    #[command(flatten)]
    hosts: SpreadHostsArgs,
    #[arg(trailing_var_arg = true, value_name = "PATH OPTIONS")]
    words: Vec<OsString>,
}

/// Options whose levels are varied. Each has the name of fio's option as its id.
#[derive(clap::Args)]
struct FactorArgs {
    #[arg(long, value_name = "LEVELS")]
    bs: Vec<String>,
    #[arg(long = "depth", visible_alias = "iodepth", value_name = "LEVELS")]
    iodepth: Vec<String>,
    #[arg(long = "jobs", visible_alias = "numjobs", value_name = "LEVELS")]
    numjobs: Vec<String>,
    #[arg(long, visible_alias = "readwrite", value_name = "LEVELS")]
    rw: Vec<String>,
    #[arg(long, value_name = "LEVELS")]
    rwmixread: Vec<String>,
}

/// Factors with their levels, in the order in which they were typed: it is that of the cells.
#[derive(Debug, Clone)]
struct Factors(Vec<(String, String)>);

impl clap::Args for Factors {
    fn augment_args(command: Command) -> Command {
        FactorArgs::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        FactorArgs::augment_args_for_update(command)
    }
}

impl clap::FromArgMatches for Factors {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let options = <FactorArgs as clap::Args>::augment_args(Command::new(""));
        let mut typed = Vec::new();
        for factor in options.get_arguments().map(|option| option.get_id().as_str()) {
            let places = matches.indices_of(factor).into_iter().flatten();
            let levels = matches.get_many::<String>(factor).into_iter().flatten();
            let levels = levels.map(|levels| (factor.to_owned(), levels.clone()));
            typed.extend(places.zip(levels));
        }
        typed.sort_unstable();
        Ok(Self(typed.into_iter().map(|(_, factor)| factor).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A factor and the list of its levels, as they were typed.
type NamedLevels = (String, String);

impl Factors {
    /// Refuses block sizes with a unit that fio ignores: 4q would be 4 bytes.
    fn check_sizes(&self) -> Result<()> {
        let levels = self.0.iter().filter(|(name, _)| name == "bs");
        let sizes = levels.flat_map(|(_, levels)| levels.split([',', '-', '/', ':']));
        let sizes = sizes.flat_map(|size| size.split("..")).map(str::trim);
        match sizes.filter(|size| !size.is_empty()).find(|size| !is_size(size)) {
            None => Ok(()),
            Some(size) => bail!(messages::NotASize { size: &size }.text(Lang::current())),
        }
    }

    /// Those that are varied, and those that are options of all jobs.
    fn split(&self) -> (Vec<&NamedLevels>, Vec<&NamedLevels>) {
        let is_varied = |factor: &&NamedLevels| {
            let (name, levels) = factor;
            !OPTIONS_WITH_LEVELS.contains(&name.as_str()) || levels.contains(',') || levels.contains("..")
        };
        self.0.iter().partition(is_varied)
    }
}

/// Whether a text is a number with a unit of bytes, or without.
fn is_size(text: &str) -> bool {
    if let Some(digits) = text.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).is_ok();
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let unit = text[digits..].to_ascii_lowercase();
    let unit = unit.strip_suffix('b').unwrap_or(&unit);
    let unit = unit.strip_suffix('i').unwrap_or(unit);
    digits > 0 && ["", "k", "m", "g", "t", "p"].contains(&unit)
}

/// Options of fio that are factors only where they have several levels.
const OPTIONS_WITH_LEVELS: [&str; 2] = ["rw", "rwmixread"];
/// What open loops need besides: a queue in which the device decides how much it serves at a time.
const OPEN_LOOP: [(&str, &str); 2] = [("ioengine", "libaio"), ("iodepth", "128")];

/// fio's words of a sweep: where it works, and options of its jobs by name.
#[derive(Debug, Default, PartialEq)]
struct SweepJob {
    path: Option<PathBuf>,
    options: Vec<(String, String)>,
}

impl SweepJob {
    fn read(words: &[OsString]) -> Result<Self> {
        let mut job = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let Some(option) = word.to_str().and_then(|word| word.strip_prefix("--")) else {
                if job.path.is_some() || word.as_encoded_bytes().starts_with(b"-") {
                    let argument = &word.display();
                    bail!(messages::NotAnOption { argument }.text(Lang::current()));
                }
                job.path = Some(word.into());
                continue;
            };
            let (name, value) = option.split_once('=').unwrap_or((option, "1"));
            match name {
                "shift-reads" | "wear-out" => {
                    bail!(messages::OnlyRunHosts { option: &name }.text(Lang::current()))
                }
                "save" => {
                    let next = words.next().map(|word| word.display().to_string());
                    let given = option.split_once('=').map(|(_, name)| name.to_owned()).or(next);
                    let name = &given.unwrap_or_else(|| "NAME".to_owned());
                    bail!(messages::NotSaved { name }.text(Lang::current()))
                }
                "name" => bail!(messages::cells_named(Lang::current())),
                _ => job.options.push((name.to_owned(), value.to_owned())),
            }
        }
        Ok(job)
    }
}

impl Args {
    /// The study that was meant.
    fn study(&self, job: &SweepJob) -> String {
        let is_search = !self.slo.slo.is_empty();
        // Stored with the study, so in English.
        let title = match is_search {
            true => messages::title_slo(Lang::En),
            false => messages::title(Lang::En),
        };
        let mut text = format!("name = \"sweep\"\ntitle = {title:?}\n");
        if self.in_turns {
            let _ = writeln!(text, "order = {:?}", Order::InTurns.name());
        }
        text.push_str("\n[job]\n");
        let (varied, fixed) = self.factors.split();
        let options = || job.options.iter().chain(fixed.iter().copied());
        let is_level = |name: &str| varied.iter().any(|(factor, _)| factor == name);
        let has_depth = is_level("iodepth");
        let open_loop = OPEN_LOOP.into_iter().filter(|_| is_search);
        let usual = [
            ("rw", "randread"),
            ("bs", "4k"),
            ("ioengine", if has_depth { "libaio" } else { "psync" }),
            ("direct", "1"),
            ("size", "1g"),
            ("runtime", "2s"),
            ("time_based", "1"),
        ];
        let mut written: Vec<&str> = Vec::new();
        for (name, value) in open_loop.chain(usual) {
            let given = options().any(|(option, _)| option == name);
            if !given && !is_level(name) && !written.contains(&name) {
                let _ = writeln!(text, "{name} = {value:?}");
                written.push(name);
            }
        }
        let all: Vec<_> = options().collect();
        for (at, (name, value)) in all.iter().enumerate() {
            // As in fio, the last one counts.
            if all[at + 1..].iter().any(|(later, _)| later == name) {
                continue;
            }
            let _ = writeln!(text, "{name:?} = {}", serde_json::Value::from(value.as_str()));
        }
        if !varied.is_empty() {
            text.push_str("\n[factors]\n");
        }
        for (name, levels) in varied {
            let value = if levels.contains("..") {
                serde_json::Value::from(levels.as_str())
            } else {
                levels.split(',').map(str::trim).collect()
            };
            let _ = writeln!(text, "{name} = {value}");
        }
        let _ = write!(text, "\n[stop]\nrepeats = {}\n", self.blocks);
        text
    }
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    let is_search = !args.slo.slo.is_empty();
    if args.words.is_empty() && args.factors.0.is_empty() && !is_search {
        return Ok(put_help("sweep"));
    }
    let (job, hosts) = (
        SweepJob::read(&args.words)?,
        args.hosts.asked().check(&args.live.given())?,
    );
    args.factors.check_sizes()?;
    if args.factors.split().0.is_empty() && !is_search {
        bail!(messages::nothing_varied(Lang::current()));
    }
    let settings = StudySettings {
        source_name: OF_OPTIONS.to_owned(),
        source: args.study(&job),
        target: job.path,
        slo: args.slo.limits(&hosts)?,
        tags: args.keep.tags.clone(),
        ..StudySettings::of_verb(OF_OPTIONS)
    };
    if hosts.is_asked {
        return begin_over_hosts(&hosts, settings, args.seed, args.keep.clone(), args.form);
    }
    let store = args.keep.open()?;
    let signals = Signals::listen()?;
    let live = args.live.open()?;
    let begun = StudyRunner::begin(
        settings,
        args.seed,
        store,
        &keep::command(),
        &StudyConsent::default(),
        signals,
    )?;
    match begun {
        Some(mut runner) => {
            runner.live = live;
            runner.run_and_report(args.form)
        }
        None => Ok(exit::REFUSED),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    use crate::verbs::{Verb, parse};

    fn read(words: &[OsString]) -> Result<(Args, SweepJob)> {
        let line = [&["sweep".into()], words].concat();
        let Verb::Sweep(args) = parse(&line)?.verb else {
            panic!("{line:?}");
        };
        args.hosts.asked().check(&[])?;
        let job = SweepJob::read(&args.words)?;
        Ok((args, job))
    }

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn a_path_is_bytes() {
        use std::os::unix::ffi::OsStringExt;
        let latin = OsString::from_vec(b"/tmp/caf\xe9".to_vec());
        let (_, job) = read(&[latin.clone(), "--bs".into(), "4k..8k".into()]).unwrap();
        assert_eq!(job.path, Some(latin.into()));
        let option = OsString::from_vec(b"--filename=caf\xe9".to_vec());
        assert!(read(&["/tmp".into(), option]).is_err());
    }

    #[test]
    fn what_is_varied_is_no_option_of_the_job() {
        let (args, job) = read(&words("/tmp --depth=1,8 --rw=read --bs 4k..64k --norandommap")).unwrap();
        let study = args.study(&job);
        assert!(
            study.contains("iodepth = [\"1\",\"8\"]\nbs = \"4k..64k\""),
            "{study}"
        );
        assert!(study.contains("\"rw\" = \"read\"") && study.contains("\"norandommap\" = \"1\""));
        assert!(!study.contains("bs = \"4k\"\n") && study.contains("ioengine = \"libaio\""));
        let read = fiord_study::language::read("sweep", &study);
        assert!(read.diagnostics.is_empty(), "{:?}", read.diagnostics);
        assert_eq!(fiord_study::matrix::cells(&read.study).len(), 10);
    }

    #[test]
    fn a_block_size_with_an_unknown_unit_is_refused() {
        let is_right = |levels: &str| Factors(vec![("bs".to_owned(), levels.to_owned())]).check_sizes();
        for levels in [
            "4k",
            "4k..1m",
            "512,4KiB, 1MB",
            "4k-64k",
            "4k/60:64k/40",
            "0x1000",
        ] {
            assert!(is_right(levels).is_ok(), "{levels}");
        }
        for levels in ["4q", "4k,8q", "4k..1x", "k"] {
            let said = is_right(levels).unwrap_err().to_string();
            assert!(said.contains("use a size such as 4k"), "{levels}: {said}");
        }
    }

    #[test]
    fn options_of_fio_may_name_what_is_varied() {
        let (args, job) = read(&words("/tmp --numjobs=1,2 --iodepth 1..4")).unwrap();
        let factors = [("numjobs", "1,2"), ("iodepth", "1..4")];
        assert_eq!(
            args.factors.0,
            factors.map(|(name, levels)| (name.to_owned(), levels.to_owned()))
        );
        assert!(job.options.is_empty());
    }

    #[test]
    fn wrong_words_are_refused() {
        for wrong in [
            "/tmp /var --bs 4k..8k",
            "/tmp --bs",
            "/tmp --blocks=x",
            "/tmp --bs=4k,8k --name=x",
            "-x",
            "/tmp --bs=4k,8k --spread=same",
            "/tmp --bs=4k,8k --hosts --spread=stripe",
            "/tmp --bs=4k,8k --hosts --wear-out",
            "/tmp --bs=4k,8k --json --md",
            "/tmp --bs=4k,8k --no-store --store=x",
        ] {
            assert!(read(&words(wrong)).is_err(), "{wrong}");
        }
    }
}
