//! How each suspect is tested: a sentence, and commands that can be typed.

use fiord_host::changes::Setting;
use fiord_host::root::Root;
use fiord_messages::{Fixed, why as messages};

use super::{Side, SuspectKind};
use crate::facts::FactDifference;

/// Settings that one trial combines, so that it has eight combinations at most.
const TRIED: usize = 3;

/// How a difference could act, and how to measure what it does.
pub(super) fn of(
    [base, other]: [&Side<'_>; 2],
    kind: SuspectKind,
    differences: &[FactDifference],
) -> (Fixed, Fixed, Vec<Vec<String>>) {
    let command = |words: &[&str]| -> Vec<String> { words.iter().map(|word| (*word).to_owned()).collect() };
    let with_job = |first: &[&str]| [command(first), other.job.words.clone()].concat();
    let again = || with_job(&["fiord", "run", "--baseline", &base.result.label.name]);
    let target = other.job.target.as_deref().unwrap_or("PATH");
    let disk = other.result.causes.disks.first().map_or("DEVICE", String::as_str);
    let device = format!("/dev/{disk}");
    // A file cannot be made next to a device.
    let full = match other.job.is_on_device {
        true => "PATH".to_owned(),
        false => format!("{target}.full"),
    };
    let on = |file: &str| {
        [
            command(&["fiord", "run", "--baseline", &base.result.label.name]),
            on_file(&other.job.words, file),
        ]
        .concat()
    };
    let size = other
        .job
        .target_bytes
        .map_or_else(|| "SIZE".to_owned(), |bytes| bytes.to_string());
    match kind {
        SuspectKind::OtherLoad => (
            messages::reason_other_load,
            messages::test_other_load,
            vec![command(&["fiord", "watch", "1", "30"]), again()],
        ),
        SuspectKind::PageCache => (
            messages::reason_page_cache,
            messages::test_page_cache,
            vec![command(&["fiord", "cache", "drop", target]), again()],
        ),
        SuspectKind::FileLayout => (
            messages::reason_file_layout,
            messages::test_file_layout,
            vec![command(&["fiord", "prepare", &full, "--size", &size]), on(&full)],
        ),
        SuspectKind::CloudVolume => (
            messages::reason_cloud_volume,
            messages::test_cloud_volume,
            vec![touching(&device), again()],
        ),
        SuspectKind::Numa => (
            messages::reason_numa,
            messages::test_numa,
            on_nodes(&other.job.words, disk),
        ),
        SuspectKind::JobOptions => {
            let vs = command(&["fiord", "run", "--vs"]);
            let pair = [vs, vec![quoted(&other.job.words)], base.job.words.clone()].concat();
            (
                messages::reason_job_options,
                messages::test_job_options,
                vec![pair],
            )
        }
        _ => {
            let (reason, fixed): (Fixed, Fixed) = of_machine(kind);
            match tried(differences) {
                tried if tried.is_empty() && is_elsewhere(kind) => (reason, fixed, vec![on("PATH")]),
                tried if tried.is_empty() => (reason, fixed, vec![again()]),
                tried => {
                    let first = vec!["fiord".to_owned(), "try".to_owned()];
                    let words = [first, tried, vec![target.to_owned()], other.job.words.clone()];
                    (reason, messages::test_try, vec![words.concat()])
                }
            }
        }
    }
}

/// Whether a difference is tested on another file or device.
fn is_elsewhere(kind: SuspectKind) -> bool {
    matches!(
        kind,
        SuspectKind::Stack | SuspectKind::FileSystem | SuspectKind::Device
    )
}

/// The job on another file or device.
fn on_file(words: &[String], file: &str) -> Vec<String> {
    let names_file = |word: &String| {
        ["--filename=", "--directory="]
            .iter()
            .any(|option| word.starts_with(option))
    };
    let place = std::iter::once(format!("--filename={file}"));
    place
        .chain(words.iter().filter(|word| !names_file(word)).cloned())
        .collect()
}

/// A command that reads the whole device once.
fn touching(device: &str) -> Vec<String> {
    let words = [
        "fiord",
        "run",
        "--name=touch",
        "--rw=read",
        "--bs=1m",
        "--direct=1",
        "--readonly",
    ];
    let filename = format!("--filename={device}");
    words.into_iter().map(str::to_owned).chain([filename]).collect()
}

/// Commands that show which CPUs serve the interrupts of a disk, and that compare a job on two memory nodes.
fn on_nodes(job: &[String], disk: &str) -> Vec<Vec<String>> {
    let bound = |node: &str| [job.to_vec(), vec![format!("--numa_cpu_nodes={node}")]].concat();
    let words = |words: &[&str]| -> Vec<String> { words.iter().map(|word| (*word).to_owned()).collect() };
    let interrupts = Root::system().proc("interrupts").display().to_string();
    let served = words(&["grep", "-E", &format!("CPU|{disk}|nvme|virtio"), &interrupts]);
    let pair = [words(&["fiord", "run", "--vs", &quoted(&bound("1"))]), bound("0")].concat();
    vec![served, pair]
}

/// Of what `fiord try` may be able to set, and else stays as it is on a machine.
fn of_machine(kind: SuspectKind) -> (Fixed, Fixed) {
    match kind {
        SuspectKind::Stack => (messages::reason_stack, messages::test_stack),
        SuspectKind::QueueSettings => (messages::reason_queue_settings, messages::test_setting),
        SuspectKind::FileSystem => (messages::reason_file_system, messages::test_file_system),
        SuspectKind::Memory => (messages::reason_memory, messages::test_setting),
        SuspectKind::PowerState => (messages::reason_power_state, messages::test_setting),
        SuspectKind::Cpu => (messages::reason_cpu, messages::test_machine),
        SuspectKind::Virtualization => (messages::reason_virtualization, messages::test_machine),
        SuspectKind::Kernel => (messages::reason_kernel, messages::test_kernel),
        SuspectKind::Program => (messages::reason_program, messages::test_program),
        _ => (messages::reason_device, messages::test_device),
    }
}

/// Settings with the values of both sides, as `fiord try` takes them.
fn tried(differences: &[FactDifference]) -> Vec<String> {
    let of_one = |one: &FactDifference| {
        let name = one.what.rsplit(": ").next()?;
        let setting = Setting::named(name)?;
        let values: Option<Vec<String>> = one.values.iter().cloned().collect();
        let values = values?;
        // Of several disks the values are joined: none of them is one.
        let is_one = values
            .iter()
            .all(|value| !value.contains(" + ") && !value.contains(','));
        is_one.then(|| format!("{}={}", setting.name(), values.join(",")))
    };
    let mut found: Vec<String> = differences.iter().filter_map(of_one).collect();
    found.sort();
    found.dedup();
    found.truncate(TRIED);
    found
}

/// A job as one word.
fn quoted(words: &[String]) -> String {
    let words: Vec<String> = words
        .iter()
        .map(|word| fiord_job::showcmd::for_shell(word))
        .collect();
    words.join(" ")
}
