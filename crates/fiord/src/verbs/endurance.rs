//! `fiord endurance`: what a drive has written in its life, and how long it lasts at the rates that are known. Only asks; a drive is never
//! written to.

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueHint;
use fiord_host::disk::Disk;
use fiord_host::stack::{Layer, LayerKind};
use fiord_host::wear::{DriveWear, Effort, Told};
use fiord_host::{Root, Stack};
use fiord_record::RunRecord;
use fiord_record::evidence::DeviceUse;
use fiord_report::documents::Document;
use fiord_report::documents::endurance::{DriveFacts, Endurance};
use fiord_store::{Filter, Store};
use jiff::Timestamp;

use super::form::FormArgs;
use super::{doctor, spec_sheet};
use crate::keep::StoreArgs;
use crate::ui::{self, exit};

/// Arguments of `fiord endurance`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[arg(value_hint = ValueHint::AnyPath)]
    path: Option<PathBuf>,
    #[arg(long, value_name = "SHEET", value_hint = ValueHint::FilePath)]
    spec: Option<PathBuf>,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    store: StoreArgs,
}

pub(crate) fn run(args: &Args) -> Result<u8> {
    let sheet = args.spec.as_deref().map(spec_sheet::read).transpose()?;
    let wants_drives = args.path.is_some() || sheet.is_none();
    let path = wants_drives
        .then(|| doctor::target(args.path.as_deref(), true))
        .transpose()?;
    let drives = match &path {
        Some(path) => {
            let root = Root::system();
            let stack = Stack::under(&root, &std::path::absolute(path)?);
            let mut drives: Vec<DriveFacts> = disks(&stack)
                .map(|(layer, disk)| facts(&root, layer, disk))
                .collect();
            add_runs(&mut drives, &stack, &args.store);
            drives
        }
        None => Vec::new(),
    };
    let lang = args.form.lang();
    let path = path.map(|path| path.display().to_string());
    let document = Endurance::of(path, &drives, sheet.as_ref(), lang);
    if args.form.json {
        ui::print(&Document::new(document).to_text()?)?;
    } else if args.form.csv {
        ui::print(&document.table(lang).csv())?;
    } else if args.form.md {
        ui::print(&document.page(lang).markdown(lang))?;
    } else {
        ui::put(&document.page(lang))?;
    }
    Ok(exit::OK)
}

/// The disks at the bottom of a stack, each once.
fn disks(stack: &Stack) -> impl Iterator<Item = (&Layer, &Disk)> {
    stack.leaves().into_iter().filter_map(|layer| match &layer.kind {
        LayerKind::Disk(disk) => Some((layer, &**disk)),
        _ => None,
    })
}

fn facts(root: &Root, layer: &Layer, disk: &Disk) -> DriveFacts {
    let rotates = layer.queue.as_ref().and_then(|queue| queue.rotational) == Some(true) && {
        // Virtual disks are called rotating by default.
        use fiord_host::disk::Transport::{Sas, Sata, Scsi, Usb};
        matches!(disk.transport, Sata | Sas | Usb | Scsi)
    };
    DriveFacts {
        name: layer.name.clone(),
        model: disk.model.clone(),
        transport: disk.transport,
        capacity_bytes: layer.size_bytes,
        rotates,
        wear: if rotates {
            DriveWear::default()
        } else {
            DriveWear::read(root, &layer.name, disk.transport, Effort::All)
        },
        earlier: None,
        last_run: None,
    }
}

/// Runs that are looked through, the newest.
const NEWEST: u64 = 100;
/// Bytes below which a run did not write to a drive: what the file system writes by itself.
const WROTE: u64 = 16 << 20;
const DAY_SECONDS: f64 = 86_400.0;

/// Adds what stored runs know of the same drives; without a store nothing.
fn add_runs(drives: &mut [DriveFacts], stack: &Stack, store: &StoreArgs) {
    let Ok(store) = store.read() else { return };
    let newest = Filter {
        limit: Some(NEWEST),
        ..Filter::default()
    };
    let rows = store.list(&newest).unwrap_or_default();
    for row in rows {
        let Some(record) = record(&store, row.id) else {
            continue;
        };
        for (drive, (layer, disk)) in drives.iter_mut().zip(disks(stack)) {
            if let Some(used) = used_by(&record, layer, disk) {
                add_run(drive, row.id, &record, used);
            }
        }
    }
}

fn record(store: &Store, run: i64) -> Option<RunRecord> {
    store.record(run).ok().flatten()
}

/// What a run did to the same drive; `None`: it did not use it, or a drive of another model or number had its name then.
fn used_by<'r>(record: &'r RunRecord, layer: &Layer, disk: &Disk) -> Option<&'r DeviceUse> {
    let then = &record.before.machine.as_ref()?.stack;
    let is_same = |(was, of): (&Layer, &Disk)| {
        was.name == layer.name
            && was.size_bytes == layer.size_bytes
            && (&of.model, &of.serial, &of.wwid) == (&disk.model, &disk.serial, &disk.wwid)
    };
    let mut disks = disks(then);
    let devices = &record.evidence.as_ref()?.devices;
    disks
        .any(is_same)
        .then(|| devices.iter().find(|device| device.name == layer.name))?
}

/// Runs come with the newest first: the last look that is added is the oldest.
fn add_run(drive: &mut DriveFacts, run: i64, record: &RunRecord, used: &DeviceUse) {
    let seconds = record.evidence.as_ref().map_or(0.0, |evidence| evidence.seconds);
    let written = used.delta().write_bytes();
    if drive.last_run.is_none() && written >= WROTE && seconds > 0.0 {
        drive.last_run = Some((run, written as f64 / seconds * DAY_SECONDS));
    }
    let since = Timestamp::now().duration_since(record.started.timestamp());
    let days = since.as_secs_f64() / DAY_SECONDS;
    if let Some(told) = counted(used) {
        drive.earlier = Some((run, days, told));
    }
}

/// Bytes that hosts had written before a run; of records that are older than other logs, by the SMART log.
fn counted(used: &DeviceUse) -> Option<Told> {
    let told = used.wear.as_ref().and_then(|(before, _)| before.host_written);
    told.or_else(|| DriveWear::of_smart(used.health.as_ref()?.0.nvme.as_ref()?).host_written)
}
