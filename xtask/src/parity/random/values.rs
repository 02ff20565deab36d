//! Lists the values that random jobs give to options.
//!
//! Amounts are small, files lie in the case's own folder, and times are far below a second.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use fiord_job::options::{OptionSpec, Support, ValueKind, all};
use fiord_job::plan::EngineKind;

/// How often an engine is drawn, where that is not once.
const OFTEN: &[(&str, usize)] = &[
    ("psync", 4),
    ("libaio", 3),
    ("io_uring", 3),
    ("null", 3),
    ("posixaio", 2),
    ("vsync", 2),
];

/// Engines that random jobs never use, each with its reason.
const ENGINES_LEFT_OUT: &[(&str, &str)] = &[
    ("cpuio", "ends by time only"),
    ("sim", "is not fio's"),
    ("filecreate", "docs/fio-differences.md: operation-per-io"),
    ("filestat", "docs/fio-differences.md: operation-per-io"),
    ("filedelete", "docs/fio-differences.md: operation-per-io"),
    ("e4defrag", "needs ext4"),
    ("exec", "ends by time only"),
    ("sg", "needs a SCSI disk"),
    ("io_uring_cmd", "needs an NVMe namespace"),
    ("libpmem", "needs a file system with DAX"),
    ("dev-dax", "needs persistent memory as a device"),
    ("mtd", "needs raw flash"),
];

/// Options that random jobs never carry, by reason.
const LEFT_OUT: &[(&str, &str)] = &[
    ("every job has one already", "name ioengine rw size"),
    ("would fill the disk", "fill_device"),
    ("would read the report that is being written", "opendir"),
    ("files of another user stay behind", "uid gid"),
    ("comes with runtime", "time_based"),
    ("runs a command", "exec_prerun exec_postrun"),
    ("jobs wait for each other, and one may have nothing to do", "flow"),
    ("comes with flow", "flow_id flow_sleep"),
    ("its length depends on the time of each I/O", "write_iolog"),
    ("needs a recording", "read_iolog"),
    (
        "comes with read_iolog",
        "replay_no_stall replay_redirect replay_scale replay_align replay_time_scale replay_skip \
         merge_blktrace_file merge_blktrace_scalars merge_blktrace_iters",
    ),
    ("the engine ends by time only", "cpuload program"),
    ("comes with cpuload", "cpuchunks cpumode exit_on_io_done"),
    (
        "which job ends first is a race; so is it with exitall=0, which fio reads as set",
        "exitall",
    ),
    ("as exitall", "exit_what"),
    (
        "a busy machine decides",
        "max_latency rate_min rate_iops_min latency_target",
    ),
    (
        "comes with latency_target",
        "latency_window latency_percentile latency_run",
    ),
    ("the installed fio asks the kernel in another way", "atomic"),
    ("ends by time only", "steadystate"),
    ("only 0 is accepted", "job_start_clock_id"),
    (
        "comes with steadystate",
        "steadystate_duration steadystate_ramp_time",
    ),
    (
        "the installed fio does not know it",
        "steadystate_check_interval num_range random_sequence_stride sprandom spr_num_regions \
         spr_op spr_cs libaio_vectored ramp_size recover_zbd_write_error thinkcycles \
         write_zone_remainder verify_policy comm priohint cmdprio_hint",
    ),
    (
        "the installed fio hangs with an asynchronous engine",
        "io_submit_mode",
    ),
    (
        "the installed fio aborts where a block was trimmed",
        "block_error_percentiles",
    ),
    ("changes the machine", "cgroup ioscheduler"),
    ("comes with cgroup", "cgroup_weight cgroup_nodelete"),
    ("needs ext4", "donorname"),
    ("comes with donorname", "inplace"),
    ("needs a device that takes commands", "readfua writefua"),
    ("needs a SCSI disk", "sg_write_mode stream_id"),
    ("comes with program", "arguments grace_time std_redirect"),
    (
        "needs an NVMe namespace",
        "cmd_type write_mode deac md_per_io_size pi_act pi_chk apptag apptag_mask verify_mode fdp \
         dataplacement plid_select plids dp_scheme",
    ),
    ("needs the name of an earlier job", "wait_for"),
    (
        "the disks of this machine change under other people's work",
        "disk_util",
    ),
];

/// Values of options whose kind does not say enough. An empty value is a bare flag.
const VALUES: &[(&str, &[&str])] = &[
    ("io_size", &["4k", "16k", "100k", "512k", "50%", "200%"]),
    ("offset", &["4k", "16k", "10%", "50%", "1000"]),
    ("offset_align", &["0", "4k", "16k"]),
    ("offset_increment", &["4k", "64k", "10%"]),
    ("number_ios", &["1", "5", "16", "1000"]),
    (
        "bs",
        &[
            "512", "1k", "3k", "4k", "8k", "64k", "1000", "4k,8k", ",8k", "4k,8k,2k", "4k-8k",
        ],
    ),
    ("ba", &["512", "4k", "16k"]),
    ("bsrange", &["1k-8k", "4k-16k", "512-4k", "1k-4k,2k-8k", "4k-4k"]),
    (
        "bssplit",
        &[
            "4k/50:8k/50",
            "512/10:4k/60:16k/30",
            "4k/:8k/",
            "2k/100,4k/50:8k/50",
        ],
    ),
    ("randseed", &["1", "42", "12345678901"]),
    (
        "random_distribution",
        &[
            "random",
            "zipf:1.2",
            "zipf:0.8",
            "pareto:0.3",
            "normal:20",
            "zoned:50/10:30/40:20/50",
            "zoned_abs:60/16k:40/64k",
            "zipf:1.1:0.5",
        ],
    ),
    ("percentage_random", &["0", "50", "100", "30,70"]),
    ("rwmixread", &["0", "30", "70", "100"]),
    ("rwmixwrite", &["0", "30", "100"]),
    ("random_generator", &["tausworthe", "lfsr", "tausworthe64"]),
    ("zonemode", &["none", "strided"]),
    ("zonesize", &["8k", "16k", "64k"]),
    ("zonerange", &["16k", "64k"]),
    ("zoneskip", &["0", "16k", "48k", "2z"]),
    ("zonecapacity", &["0", "4k", "12k"]),
    ("max_open_zones", &["0", "1", "3"]),
    ("job_max_open_zones", &["0", "1"]),
    ("zone_reset_threshold", &["0", "0.3"]),
    ("zone_reset_frequency", &["0", "0.5"]),
    ("filename", &["f", "f:g", "d/f", "/dev/null", "/dev/zero"]),
    ("directory", &[".", ".:.", "missing"]),
    (
        "filename_format",
        &["x.$jobnum.$filenum", "$jobname-$filenum", "same"],
    ),
    ("nrfiles", &["1", "2", "3", "7"]),
    ("openfiles", &["1", "2"]),
    (
        "file_service_type",
        &[
            "random",
            "roundrobin",
            "sequential",
            "roundrobin:4",
            "sequential:2",
            "zipf:1.2",
            "normal:20",
        ],
    ),
    ("filesize", &["16k", "64k", "300k", "16k-64k"]),
    ("fsync", &["0", "1", "3", "16"]),
    ("fdatasync", &["0", "1", "4"]),
    (
        "sync_file_range",
        &["write:8", "wait_before,write:4", "wait_before,write,wait_after:2"],
    ),
    ("iodepth", &["1", "2", "8", "32"]),
    ("iodepth_batch", &["0", "1", "4", "16"]),
    ("iodepth_batch_complete_min", &["0", "1", "2", "8"]),
    ("iodepth_batch_complete_max", &["1", "4", "16"]),
    ("iodepth_low", &["1", "4"]),
    ("rate", &["16m", "8m,16m", ",16m"]),
    ("rate_iops", &["4000", "2000,4000"]),
    ("rate_cycle", &["100", "1000"]),
    ("thinktime", &["0", "50", "200us"]),
    ("thinktime_spin", &["0", "20"]),
    ("thinktime_blocks", &["1", "8", "100"]),
    ("thinktime_iotime", &["0", "1ms"]),
    (
        "buffer_pattern",
        &["0xdeadbeef", "\"abcd\"", "123", "\"ab\"0x00ff-7"],
    ),
    ("buffer_compress_percentage", &["0", "50", "100"]),
    ("buffer_compress_chunk", &["512", "4k"]),
    ("dedupe_percentage", &["0", "50", "100"]),
    ("dedupe_working_set_percentage", &["5", "50"]),
    ("iomem_align", &["0", "512", "4k"]),
    ("mem", &["malloc", "shm", "mmap", "mmapshared"]),
    ("description", &["words", "two words", "a=b"]),
    ("numjobs", &["1", "2", "3"]),
    ("loops", &["1", "2", "3"]),
    ("startdelay", &["0", "0-1ms", "10ms"]),
    ("runtime", &["20", "1m", "200ms"]),
    ("ramp_time", &["0", "0s"]),
    ("ignore_error", &["EIO", "ENOSPC:EIO", ",EIO"]),
    ("cpus_allowed", &["0", "0-1", "0,1"]),
    ("cpumask", &["1", "3"]),
    ("numa_cpu_nodes", &["0", "all"]),
    ("numa_mem_policy", &["default", "local", "bind:0"]),
    ("nice", &["0", "5", "-5"]),
    ("prio", &["0", "4", "7"]),
    ("prioclass", &["1", "2", "3"]),
    ("lockmem", &["0", "64k"]),
    ("percentile_list", &["50", "50:99.9", "99:50:10"]),
    ("significant_figures", &["1", "4", "8"]),
    ("unit_base", &["0", "1", "8"]),
    ("bwavgtime", &["100", "500"]),
    ("iopsavgtime", &["100", "500"]),
    ("write_bw_log", &["l"]),
    ("write_lat_log", &["l"]),
    ("write_iops_log", &["l"]),
    ("write_hist_log", &["l"]),
    ("log_window_value", &["0", "1"]),
    ("log_alternate_epoch_clock_id", &["0", "1", "7"]),
    ("log_entries", &["64", "2048"]),
    ("log_avg_msec", &["0", "10", "100"]),
    ("log_hist_msec", &["0", "10"]),
    ("log_hist_coarseness", &["0", "3", "6"]),
    ("hipri_percentage", &["0"]),
    ("hipri", &["0"]),
    ("sqthread_poll_cpu", &["0"]),
    ("nonvectored", &["-1", "0", "1"]),
    ("force_async", &["0", "4"]),
    ("uncached", &["0"]),
    ("nowait", &["0"]),
    ("cmdprio_percentage", &["0", "30", "50,0", "100"]),
    ("cmdprio_class", &["2", "1,3"]),
    ("cmdprio", &["4", "0,7"]),
    (
        "cmdprio_bssplit",
        &["4k/50", "4k/20:8k/50", "4k/30/1/2:4k/20/2/5", "4k/50,8k/20"],
    ),
    ("thp", &["0", "1"]),
    ("verify_interval", &["512", "1k", "4k"]),
    ("verify_offset", &["512"]),
    ("verify_pattern_interval", &["512"]),
    ("verify_pattern", &["0xdeadbeef", "\"abcd\"", "%o"]),
    ("verify_backlog", &["4", "16"]),
    ("verify_backlog_batch", &["2", "16"]),
    ("verify_async", &["0", "1"]),
    ("verify_async_cpus", &["0", "0-1"]),
    ("trim_percentage", &["0", "30"]),
    ("trim_backlog", &["4"]),
    ("trim_backlog_batch", &["2"]),
    ("write_hint", &["none", "short"]),
];

/// The options of [`LEFT_OUT`].
fn left_out() -> impl Iterator<Item = &'static str> {
    LEFT_OUT.iter().flat_map(|(_, names)| names.split(' '))
}

/// An option and the values to draw from.
pub(super) struct Choices {
    pub(super) spec: &'static OptionSpec,
    /// Its spellings that are the installed fio's.
    pub(super) names: Vec<&'static str>,
    pub(super) values: Vec<String>,
}

/// The supported options with their values, and the names of those for which no value is known here.
pub(super) fn choices(theirs: &BTreeSet<String>) -> (Vec<Choices>, Vec<&'static str>) {
    let mut known = Vec::new();
    let mut unknown = Vec::new();
    for spec in
        all().filter(|spec| matches!(spec.support, Support::Supported) && !spec.name.starts_with("sim_"))
    {
        if left_out().any(|name| name == spec.name) {
            continue;
        }
        match values(spec) {
            Some(values) => {
                let names = names(spec, theirs);
                if !names.is_empty() {
                    known.push(Choices { spec, names, values });
                }
            }
            None => unknown.push(spec.name),
        }
    }
    (known, unknown)
}

/// The engines to draw from, each as often as it is drawn: those of the installed fio that are here.
pub(super) fn engines(theirs: &BTreeSet<String>) -> Vec<&'static str> {
    let here = EngineKind::ALL.iter().map(|kind| kind.name());
    here.filter(|name| theirs.contains(*name) && !ENGINES_LEFT_OUT.iter().any(|(out, _)| out == name))
        .flat_map(|name| {
            let often = OFTEN.iter().find(|(known, _)| *known == name);
            std::iter::repeat_n(name, often.map_or(1, |(_, times)| *times))
        })
        .collect()
}

/// Engines of the installed fio.
pub(super) fn engines_of_installed_fio() -> Result<BTreeSet<String>> {
    first_words("--enghelp")
}

/// Options of the installed fio. Those of its engines are not in this list.
pub(super) fn of_installed_fio() -> Result<BTreeSet<String>> {
    first_words("--cmdhelp=all")
}

/// The first word of each line that fio prints.
fn first_words(argument: &str) -> Result<BTreeSet<String>> {
    let output = Command::new("fio")
        .arg(argument)
        .stdin(Stdio::null())
        .output()
        .context("fio")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(text
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .collect())
}

/// A newer fio may have made an option the second name of another, or not know it at all yet.
fn names(spec: &'static OptionSpec, theirs: &BTreeSet<String>) -> Vec<&'static str> {
    let is_theirs = |name: &&str| !spec.engines.is_empty() || theirs.contains(*name);
    match (Some(spec.name).filter(is_theirs), spec.alias) {
        (Some(name), Some(alias)) if !theirs.contains(alias) => vec![name, alias],
        (Some(name), _) => vec![name],
        (None, alias) => alias.filter(is_theirs).into_iter().collect(),
    }
}

fn values(spec: &OptionSpec) -> Option<Vec<String>> {
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    if let Some((_, words)) = VALUES.iter().find(|(name, _)| *name == spec.name) {
        return Some(owned(words));
    }
    match spec.kind {
        ValueKind::Bool => Some(owned(&["0", "1"])),
        ValueKind::Set => Some(owned(&["", "0", "1"])),
        ValueKind::Choice => Some(owned(&spec.names())).filter(|names: &Vec<String>| !names.is_empty()),
        ValueKind::Int => {
            let (low, high) = spec.range.filter(|(_, high)| *high <= 1000)?;
            let numbers = [low, (low + high) / 2, high];
            Some(numbers.iter().map(i64::to_string).collect())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_goes_by_the_names_of_the_installed_fio() {
        let spec = fiord_job::options::find("log_alternate_epoch").unwrap();
        let theirs = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(
            names(spec, &theirs(&["log_alternate_epoch"])),
            ["log_alternate_epoch", "log_unix_epoch"]
        );
        // fio 3.33 has two options where later versions have an alias.
        assert_eq!(
            names(spec, &theirs(&["log_alternate_epoch", "log_unix_epoch"])),
            ["log_alternate_epoch"]
        );
        assert_eq!(names(spec, &theirs(&["log_unix_epoch"])), ["log_unix_epoch"]);
        assert_eq!(names(spec, &theirs(&[])), [""; 0]);
    }

    #[test]
    fn every_supported_option_and_engine_is_drawn_or_left_out_for_a_reason() {
        let (known, unknown) = choices(&all().map(|spec| spec.name.to_owned()).collect());
        assert_eq!(
            unknown, [""; 0],
            "give them values in VALUES, or a reason in LEFT_OUT"
        );
        for name in left_out() {
            let spec = all().find(|spec| spec.name == name);
            assert!(
                spec.is_some_and(|spec| matches!(spec.support, Support::Supported)),
                "{name} is not supported: take it out of LEFT_OUT"
            );
            assert!(
                !VALUES.iter().any(|(drawn, _)| *drawn == name),
                "{name} is left out, so VALUES needs none for it"
            );
        }
        for (name, _) in VALUES {
            assert!(
                known.iter().any(|choice| choice.spec.name == *name),
                "{name} stands in VALUES and is not drawn"
            );
        }
        let here: BTreeSet<String> = EngineKind::ALL
            .iter()
            .map(|kind| kind.name().to_owned())
            .collect();
        let drawn = engines(&here);
        let left_out = ENGINES_LEFT_OUT.iter().map(|(name, _)| *name);
        let named: BTreeSet<&str> = drawn.iter().copied().chain(left_out).collect();
        assert_eq!(named, here.iter().map(String::as_str).collect());
    }

    #[test]
    fn nothing_that_fills_a_disk_or_leaves_the_folder_is_drawn() {
        let theirs = all().map(|spec| spec.name.to_owned()).collect();
        let (known, _) = choices(&theirs);
        for Choices { spec, values, .. } in &known {
            assert!(
                spec.name != "fill_device" && spec.name != "exec_prerun",
                "{}",
                spec.name
            );
            for value in values.iter().filter(|value| value.starts_with('/')) {
                assert!(
                    value == "/dev/null" || value == "/dev/zero",
                    "{}={value}",
                    spec.name
                );
            }
            assert!(!values.iter().any(|value| value.contains("..")), "{}", spec.name);
        }
        assert!(known.len() > 100, "{}", known.len());
    }
}
