//! `fiord doctor`: the machine and the block stack under a path, what is wrong for measuring, and changes that can be undone.
//!
//! Gathers facts for [`fiord_formats::doctor`], which judges and draws them. Needs no root to look; `--fix` and `--restore` do.

mod changing;
mod during;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use fiord_formats::doctor::{Doctor, Readiness};
use fiord_formats::findings::Detail;
use fiord_formats::native;
use fiord_host::changes::{self, Setting};
use fiord_host::stack::LayerKind;
use fiord_host::{Machine, Root, latency, look};
use fiord_record::Before;

use super::form::FormArgs;
use crate::ui::{self, exit};

/// How long other users of the disk are looked for.
const LOOK: Duration = Duration::from_secs(2);
/// A few direct reads tell a turning disk from one that does not; this many, for this long at most, on this many disks.
const READS: u32 = 16;
const READS_AT_MOST: Duration = Duration::from_millis(100);
const DISKS_READ: usize = 4;

/// Arguments of `fiord doctor`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit code: 0 ready or usable with care, 1 not ready or unknown (or a change was not made), 2 the request was wrong."
)]
pub(crate) struct Args {
    /// A file, folder or block device; the folder you are in when left out.
    path: Option<PathBuf>,
    #[command(flatten)]
    form: FormArgs,
    /// Show all findings with reasons and sources, the layers with their meaning, and what is fine.
    #[arg(short, long)]
    verbose: bool,
    /// Do not look for two seconds at who else uses the disk.
    #[arg(long)]
    no_look: bool,
    /// Change the settings that can be put right and undone. Needs root.
    #[arg(long, conflicts_with = "restore")]
    fix: bool,
    /// With --fix: only say what would be changed.
    #[arg(long, requires = "fix", conflicts_with = "during")]
    dry_run: bool,
    /// With --fix: a value you want, such as nomerges=2 (scheduler, rotational, read_ahead_kb, nomerges).
    #[arg(long, value_name = "NAME=VALUE", requires = "fix", value_parser = setting)]
    set: Vec<(Setting, String)>,
    /// With --fix: run COMMAND in between and put everything back however it ends. The exit code is the command's.
    #[arg(long, requires_all = ["fix", "command"])]
    during: bool,
    /// Put back all that --fix changed. Needs root.
    #[arg(long)]
    restore: bool,
    /// Where changes are noted before they are made (/run/fiord/undo).
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// The command for --during.
    #[arg(last = true, value_name = "COMMAND", requires = "during")]
    command: Vec<std::ffi::OsString>,
}

impl Args {
    fn journal(&self) -> PathBuf {
        self.journal.clone().unwrap_or_else(changes::default_journal)
    }
}

fn setting(text: &str) -> Result<(Setting, String), String> {
    let names = || Setting::ALL.map(Setting::name).join(", ");
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| format!("`{text}` is not NAME=VALUE"))?;
    let found = Setting::ALL.into_iter().find(|s| s.name() == name);
    let setting = found.ok_or_else(|| format!("`{name}` cannot be set; {} can", names()))?;
    if value.is_empty() || value.contains(['\t', '\n']) {
        return Err(format!("`{text}` has no value"));
    }
    Ok((setting, value.to_owned()))
}

/// Runs the verb; the result is the exit code.
pub(crate) fn run(args: &Args) -> Result<u8> {
    let root = Root::system();
    if args.restore {
        return changing::restore(args, &root);
    }
    let path = std::path::absolute(target(args.path.as_deref())?)?;
    if args.fix {
        return changing::fix(args, &root, &path);
    }
    if changes::pending(&args.journal()) {
        ui::say("changes of an earlier --fix are in place; `fiord doctor --restore` puts them back");
    }
    let doctor = examine(&root, &path, (!args.no_look).then_some(LOOK));
    if args.form.json {
        ui::print(&native::doctor::document(&doctor).to_text()?)?;
    } else if args.form.csv {
        ui::print(&doctor.table().csv())?;
    } else {
        let detail = if args.verbose {
            Detail::Reasons
        } else {
            Detail::Line
        };
        let page = doctor.page(detail);
        if args.form.md {
            ui::print(&page.markdown())?;
        } else {
            ui::put(&page)?;
        }
    }
    Ok(match doctor.verdict() {
        Readiness::NotReady | Readiness::Unknown => exit::FAILED,
        Readiness::Ready | Readiness::Care => exit::OK,
    })
}

/// The path asked for; a bare kernel name such as `sda` is a device.
fn target(asked: Option<&Path>) -> Result<PathBuf> {
    let path = asked.unwrap_or(Path::new("."));
    if path.exists() {
        return Ok(path.to_path_buf());
    }
    let device = Path::new("/dev").join(path);
    if path.components().count() == 1 && device.exists() {
        return Ok(device);
    }
    // A file that is yet to be made has a folder.
    let folder = path
        .parent()
        .filter(|p| !p.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    if path.file_name().is_none() || !folder.is_dir() {
        bail!("{}: no such file, folder or device", path.display());
    }
    Ok(path.to_path_buf())
}

/// Gathers facts and judges them; with a look it takes that long.
fn examine(root: &Root, path: &Path, looking: Option<Duration>) -> Doctor {
    let machine = Machine::look(root, path);
    // Before the look, which would take these reads for somebody else's.
    let latency = read_latency(&machine);
    let activity = looking.map(|time| look::for_a_while(root, time));
    Doctor::examine(Before {
        machine: Some(machine),
        activity,
        read_latency: latency,
        ..Before::default()
    })
}

fn read_latency(machine: &Machine) -> Vec<(String, Duration)> {
    let leaves = machine.stack.leaves();
    let disks = leaves
        .iter()
        .filter(|leaf| matches!(leaf.kind, LayerKind::Disk(_)));
    let median = |name: &str| {
        let device = Path::new("/dev").join(name.replace('!', "/"));
        let sorted = latency::of_reads(&device, READS, READS_AT_MOST)?;
        Some((name.to_owned(), *sorted.get(sorted.len() / 2)?))
    };
    disks
        .take(DISKS_READ)
        .filter_map(|leaf| median(&leaf.name))
        .collect()
}
