//! Everything a command line can ask for besides running jobs: help, version, job files as command lines.

use std::fs::File;
use std::io::{self, BufReader, BufWriter};

use fiord_job::cli::{self, Action, DebugOptions};
use fiord_job::invocation::Parsed;
use fiord_job::nearest::nearest;
use fiord_job::{help, options, showcmd};

use crate::idle;
use fiord_session::{VERSION, packed_log};

/// Does it; the result is the exit code.
pub(crate) fn act(action: &Action, parsed: &Parsed) -> u8 {
    let text = match action {
        Action::Version => format!("{VERSION}\n"),
        Action::Help => usage(),
        Action::CmdHelp(None) => help::options(),
        Action::CmdHelp(Some(name)) if name == "all" => help::options(),
        Action::CmdHelp(Some(name)) => match help::option(name) {
            Some(text) => text,
            None => return refuse(&unknown_option(name)),
        },
        Action::EngHelp(None) => help::engines(),
        Action::EngHelp(Some(request)) => match help::engine(request) {
            Some(text) => text,
            None => {
                return refuse(&unknown_engine(request));
            }
        },
        Action::ShowCmd => parsed
            .files
            .iter()
            .map(|file| showcmd::command_line("fiord", &parsed.globals, file) + "\n")
            .collect(),
        Action::DebugHelp => DebugOptions::KNOWN
            .map(|(name, tells)| format!("{name:<8} {tells}\n"))
            .concat(),
        Action::CpuClockTest | Action::CrcTest(_) | Action::MemcpyTest(_) => {
            return refuse("fio's built-in timing tests are not part of fiord");
        }
        Action::InflateLog(path) => {
            let printed = File::open(path)
                .map(BufReader::new)
                .and_then(|log| packed_log::inflate(log, BufWriter::new(io::stdout().lock())));
            return match printed {
                Ok(()) => 0,
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
                Err(error) => refuse(&format!("--inflate-log={path}: {error}")),
            };
        }
        Action::CalibrateIdle => {
            let (mean_us, deviation_us) = idle::unit_of_work();
            format!("CPU idleness:\n  unit work: mean={mean_us:.2}us, stddev={deviation_us:.2}\n")
        }
        Action::ParseOnly | Action::MergeTraces | Action::Run => String::new(),
    };
    print!("{text}");
    0
}

fn unknown_option(name: &str) -> String {
    let near = nearest(name, options::all().map(|spec| spec.name));
    let hint = near
        .map(|near| format!("; did you mean `{near}`?"))
        .unwrap_or_default();
    format!("`{name}` is not an option{hint}")
}

/// Either the engine is not there, or it has no such option.
fn unknown_engine(request: &str) -> String {
    match request.split_once(',') {
        Some((engine, option)) if help::engine(engine).is_some() => {
            format!("`{option}` is not an option of the engine {engine}; --enghelp={engine} lists them")
        }
        _ => {
            let engine = request.split_once(',').map_or(request, |(engine, _)| engine);
            format!("`{engine}` is not an I/O engine of fiord; --enghelp lists them")
        }
    }
}

fn refuse(text: &str) -> u8 {
    eprintln!("fiord: {text}");
    1
}

/// The options of fio's command line.
pub fn usage() -> String {
    let mut out = format!("{VERSION}\nfiord [options] [job options] <job file(s)>\n");
    for option in cli::CLI_OPTIONS.iter().filter(|option| !option.doc.is_empty()) {
        let value = if option.value.is_empty() {
            String::new()
        } else {
            format!("={}", option.value)
        };
        out.push_str(&format!(
            "  --{:<28} {}\n",
            format!("{}{value}", option.name),
            option.doc
        ));
    }
    out.push_str("\nOptions of jobs: --cmdhelp. Engines: --enghelp. fiord's own verbs: fiord --help\n");
    out
}
