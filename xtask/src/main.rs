//! Development commands of fiord: what CI, a newcomer and a benchmark run. Nothing here is needed to build.

mod bench;
mod consumers;
mod count;
mod deadline;
mod dist;
mod layers;
mod noise;
mod parity;
mod pictures;
mod setup;
mod shell;
mod test;
mod testbed;
mod tidy;
mod vm;

use std::process::ExitCode;

use anyhow::{Result, bail};

const USAGE: &str = "\
cargo xtask test [--tier fast|kernel|oracle|nightly] [--only PART] [--install]
                                                format, lints, tidy, tests, parity, consumers; fast: no root, no fio;
                                                nightly: oldest Rust, musl, fuzz target, cargo-deny, MPI, 5,000 random
                                                jobs, vm; --install: install what is missing
cargo xtask tidy                                rules that no compiler knows, on crates, files and documents
cargo xtask parity [--published|--cases|--all] [--only GLOB] [--ours PATH]
                                                the same jobs in fio and fiord, compared
cargo xtask parity --random N [--seed S] [--first I] [--zones] [--recordings] [--workers N] [--of KNOWN] [--ours PATH]
                                                seeded random jobs, made smaller where they differ
cargo xtask consumers [--ours PATH]             programs that read fio's output read ours
cargo xtask testbed                             device and wire of known truth: their lateness on a quiet machine, what they leave
cargo xtask layers [--ours PATH]                the figures of the split by layer on that device and on the disk; on an idle machine only
cargo xtask noise [--comparisons N] [--sweeps N] [--ours PATH]
                                                run --vs beside a second fio on that device: coverage, false verdicts, what is found
cargo xtask vm [--only TEXT] [--ours PATH]      zoned and other devices in Debian's kernel under QEMU; loads that kernel
cargo xtask dist [--target TRIPLE] [--ours PATH]
                                                a static binary, packed with pages, completions and checksums, in target/dist
cargo xtask pictures [--only STUDY] [--ours PATH]
                                                the pages of the studies, on the simulated device, as pictures in docs/
cargo xtask bench [--rows TEXT] [--pairs N] [--seconds S] [--instructions] [--json FILE] [--ours PATH]
                                                the performance budget, side by side with fio";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    std::env::set_current_dir(shell::workspace())?;
    if args
        .iter()
        .any(|arg| matches!(arg.as_str(), "--help" | "-h" | "help"))
    {
        println!("{USAGE}");
        return Ok(());
    }
    match args.split_first() {
        Some((verb, rest)) => match verb.as_str() {
            // One contender of the bench, in a process of its own.
            "bare" => bench::bare_loop(rest),
            verb => command(verb, rest),
        },
        None => bail!("{USAGE}"),
    }
}

fn command(verb: &str, rest: &[String]) -> Result<()> {
    if !USAGE.contains(&format!("cargo xtask {verb} ")) {
        bail!("`{verb}` is not a command of xtask\n{USAGE}");
    }
    let allowed = options(verb);
    for arg in rest.iter().filter(|arg| arg.starts_with("--")) {
        let name = arg.split('=').next().unwrap_or(arg);
        if !allowed.contains(&name) {
            bail!(
                "{verb} {name}: unknown option; options of {verb}: {}",
                allowed.join(" ")
            );
        }
    }
    match verb {
        "test" => test::run(rest),
        "tidy" => tidy::run(),
        "parity" => parity::run(rest),
        "bench" => bench::run(rest),
        "testbed" => testbed::run(rest),
        "layers" => layers::run(rest),
        "noise" => noise::run(rest),
        "dist" => dist::run(rest),
        "vm" => vm::run(rest),
        "consumers" => consumers::run(rest),
        "pictures" => pictures::run(rest),
        other => bail!("{other}: in the usage, and not built"),
    }
}

/// The options of a command, as its lines of the usage name them.
fn options(verb: &str) -> Vec<&'static str> {
    let is_verb = |line: &&str| {
        line.strip_prefix("cargo xtask ")
            .and_then(|rest| rest.split(' ').next())
            == Some(verb)
    };
    USAGE
        .lines()
        .filter(is_verb)
        .flat_map(|line| line.split(|letter: char| !(letter.is_ascii_lowercase() || letter == '-')))
        .filter(|word| word.len() > 2 && word.starts_with("--"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usage_names_the_options_of_a_command() {
        assert_eq!(options("test"), ["--tier", "--only", "--install"]);
        assert_eq!(options("tidy"), [""; 0]);
        let refused = command("bench", &["--row=psync".to_owned()])
            .unwrap_err()
            .to_string();
        assert!(
            refused.starts_with("bench --row: unknown option; options of bench: --rows --pairs"),
            "{refused}"
        );
    }
}
