//! `fiord sweep`: a study without a file. Block sizes, depths or workers over any fio options, in complete blocks.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::PathBuf;

use crate::manual::SWEEP;
use anyhow::{Context, Result, bail};
use fiord_cluster::asked::HostsAsked;
use fiord_store::Store;

use super::form::FormArgs;
use super::study::load::OF_OPTIONS;
use super::study::{Conduct, StudySettings, begin_over_hosts};
use crate::keep::{self, StoreArgs};
use crate::ui::{self, exit, print};
use fiord_session::Signals;

/// Blocks: the fewest with which a median has an interval of 95 %.
const BLOCKS: u32 = 6;

/// Arguments of `fiord sweep`. What is not ours is fio's.
#[derive(Debug, Default, clap::Args)]
#[command(disable_help_flag = true, after_help = SWEEP.help())]
pub(crate) struct Args {
    /// A folder, file or device, then what to vary (--bs, --depth, --jobs) and any fio options.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "PATH OPTIONS"
    )]
    words: Vec<OsString>,
}

#[derive(Debug, Default, PartialEq)]
struct Request {
    path: Option<PathBuf>,
    factors: Vec<(&'static str, String)>,
    /// fio options, by name.
    options: Vec<(String, String)>,
    blocks: Option<u32>,
    seed: Option<u64>,
    form: FormArgs,
    no_store: bool,
    store: Option<PathBuf>,
    hosts: HostsAsked,
    help: bool,
}

impl Request {
    fn read(words: &[OsString]) -> Result<Self> {
        let mut request = Self::default();
        let (mut is_over_hosts, mut spread, mut filenames) = (false, None, Vec::new());
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let Some(option) = word.to_str().and_then(|word| word.strip_prefix("--")) else {
                let word_shown = word.display();
                if request.path.is_some() || word.as_encoded_bytes().starts_with(b"-") {
                    bail!("{word_shown}: expected an option in UTF-8; one PATH is enough");
                }
                request.path = Some(word.into());
                continue;
            };
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (option, None),
            };
            let mut needed = || match &value {
                Some(value) => Ok(value.clone()),
                None => words
                    .next()
                    .with_context(|| format!("--{name} needs a value"))?
                    .to_str()
                    .map(str::to_owned)
                    .with_context(|| format!("--{name}: expected a value in UTF-8")),
            };
            let number = |text: String| {
                text.parse()
                    .with_context(|| format!("--{name}={text}: expected a number"))
            };
            match name {
                "help" => request.help = true,
                "json" => request.form.json = true,
                "md" => request.form.md = true,
                "csv" => request.form.csv = true,
                "no-store" => request.no_store = true,
                "store" => request.store = Some(needed()?.into()),
                "blocks" => request.blocks = Some(number(needed()?)? as u32),
                "seed" => request.seed = Some(number(needed()?)?),
                "bs" => request.factors.push(("bs", needed()?)),
                "depth" | "iodepth" => request.factors.push(("iodepth", needed()?)),
                "jobs" | "numjobs" => request.factors.push(("numjobs", needed()?)),
                "hosts" => is_over_hosts = true,
                "spread" => spread = Some(needed()?),
                "filename-on" => filenames.push(needed()?),
                "shift-reads" | "wear-out" => {
                    bail!("--{name}: only `fiord run --hosts` has it; leave it out")
                }
                "name" => bail!("--name: a sweep names its cells by what varies; leave it out"),
                _ => request
                    .options
                    .push((name.to_owned(), value.unwrap_or_else(|| "1".to_owned()))),
            }
        }
        let FormArgs { json, md, csv } = request.form;
        if u8::from(json) + u8::from(md) + u8::from(csv) > 1 {
            bail!("--json, --md, --csv: expected one of them");
        }
        if request.no_store && request.store.is_some() {
            bail!("--no-store keeps nothing; leave out --store, or --no-store");
        }
        request.hosts = HostsAsked::of(is_over_hosts, spread.as_deref(), &filenames)?;
        Ok(request)
    }

    /// The study that was meant.
    fn study(&self) -> String {
        let mut text = String::from("name = \"sweep\"\ntitle = \"A sweep from the command line\"\n\n[job]\n");
        let is_level = |name: &str| self.factors.iter().any(|(factor, _)| *factor == name);
        let has_depth = is_level("iodepth");
        let usual = [
            ("rw", "randread"),
            ("bs", "4k"),
            ("ioengine", if has_depth { "libaio" } else { "psync" }),
            ("direct", "1"),
            ("size", "1g"),
            ("runtime", "2s"),
            ("time_based", "1"),
        ];
        for (name, value) in usual {
            let given = self.options.iter().any(|(option, _)| option == name);
            if !given && !is_level(name) {
                let _ = writeln!(text, "{name} = {value:?}");
            }
        }
        for (name, value) in &self.options {
            let _ = writeln!(text, "{name:?} = {}", serde_json::Value::from(value.as_str()));
        }
        if !self.factors.is_empty() {
            text.push_str("\n[factors]\n");
        }
        for (name, levels) in &self.factors {
            let value = if levels.contains("..") {
                serde_json::Value::from(levels.as_str())
            } else {
                levels.split(',').map(str::trim).collect()
            };
            let _ = writeln!(text, "{name} = {value}");
        }
        let _ = write!(text, "\n[stop]\nrepeats = {}\n", self.blocks.unwrap_or(BLOCKS));
        text
    }
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    let request = Request::read(&args.words)?;
    if request.help || args.words.is_empty() {
        print(&ui::wrapped(&SWEEP.help(), ui::Screen::stdout().width))?;
        return Ok(if request.help { exit::OK } else { exit::REFUSED });
    }
    if request.factors.is_empty() {
        bail!("nothing to vary: give --bs, --depth or --jobs, such as --bs 4k..1m");
    }
    let settings = StudySettings {
        source_name: OF_OPTIONS.to_owned(),
        source: request.study(),
        target: request.path.clone(),
        ..StudySettings::of_verb(OF_OPTIONS)
    };
    let at = StoreArgs {
        store: request.store.clone(),
    };
    if request.hosts.is_asked {
        let at = (!request.no_store).then_some(at);
        return begin_over_hosts(&request.hosts, settings, request.seed, at, request.form);
    }
    let store = if request.no_store {
        Store::in_memory()?
    } else {
        at.write()?
    };
    let signals = Signals::listen()?;
    let begun = Conduct::begin(settings, request.seed, store, &keep::command(), &[], signals)?;
    match begun {
        Some(mut conduct) => conduct.run_and_report(request.form),
        None => Ok(exit::REFUSED),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn request(text: &str) -> Result<Request> {
        Request::read(&text.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn a_path_is_bytes() {
        use std::os::unix::ffi::OsStringExt;
        let latin = OsString::from_vec(b"/tmp/caf\xe9".to_vec());
        let request = Request::read(&[latin.clone(), "--bs".into(), "4k..8k".into()]).unwrap();
        assert_eq!(request.path, Some(latin.into()));
        let option = OsString::from_vec(b"--filename=caf\xe9".to_vec());
        assert!(Request::read(&["/tmp".into(), option]).is_err());
    }

    #[test]
    fn what_is_varied_is_no_option_of_the_job() {
        let request = request("/tmp --bs 4k..64k --depth=1,8 --rw=read --norandommap").unwrap();
        let study = request.study();
        assert!(
            study.contains("bs = \"4k..64k\"") && study.contains("iodepth = [\"1\",\"8\"]"),
            "{study}"
        );
        assert!(study.contains("\"rw\" = \"read\"") && study.contains("\"norandommap\" = \"1\""));
        assert!(!study.contains("bs = \"4k\"\n") && study.contains("ioengine = \"libaio\""));
        let read = fiord_study::language::read("sweep", &study);
        assert!(read.diagnostics.is_empty(), "{:?}", read.diagnostics);
        assert_eq!(fiord_study::matrix::cells(&read.study).len(), 10);
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
        ] {
            assert!(request(wrong).is_err(), "{wrong}");
        }
    }
}
