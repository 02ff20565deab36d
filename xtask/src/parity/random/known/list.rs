//! The list: name, reason, which jobs, which differences.

use super::jobs::{has_mixed_map, has_tail, is_refused_for_zones, names_a_file_twice, reaches_beyond};
use super::{ALL_COUNTS, COUNTS, KnownDifference, known};
use crate::parity::random::generate::RandomJob;

/// Sorted by name.
pub(in crate::parity::random) const KNOWN: &[KnownDifference] = &[
    known("align-0")
        .because("fio 3.33 crashes")
        .about(|job| {
            let is_share = job.contains("offset_increment", "%") || job.contains("offset", "%");
            job.begins("offset_align", &["0"]) && is_share
        })
        .excuses(|found| found.both("exit code", -1, 0)),
    known("allocation-sync")
        .about(|job| job.engine(&["falloc"]) && job.syncs())
        .excuses(|found| found.is_ended_early()),
    known("allocation-sync")
        .about(|job| job.engine(&["ftruncate"]) && job.syncs())
        .excuses(|found| found.is_ended_early() || found.has(&["files left"])),
    known("allocation-sync")
        .about(|job| job.engine(&["falloc", "ftruncate"]) && job.sets(&["end_fsync", "fsync_on_close"]))
        .excuses(|found| found.more(&["exit code"]) || found.both(".error", 22, 0)),
    known("allocation-sync")
        .because("fio 3.33 makes the file a whole number of blocks before it fails to sync it")
        .about(|job| {
            let syncs_at_end = job.sets(&["end_fsync"]) && job.rw(&["write"]);
            job.engine(&["falloc"]) && (job.sets(&["fsync_on_close"]) || syncs_at_end)
        })
        .excuses(|found| found.has(&["files left"])),
    known("append-once")
        .about(|job| job.begins("file_append", &["1"]))
        .excuses(|found| {
            // What was truncated last.
            found.less(COUNTS) || found.has(&["key only in fiord", "files left: fio {\"a.0.0\": "])
        }),
    known("blockalign-map")
        .about(|job| job.is_random() && job.aligns())
        .excuses(|found| found.within(4.0, COUNTS) || found.has(&["key"])),
    known("dedupe-files")
        .about(|job| job.begins("dedupe_mode", &["working_set"]))
        .excuses(|found| found.more(&["exit code"])),
    known("direct-checked-early")
        .because("fio walks back from the end of the file, whatever the offset is")
        .about(|job| job.is_direct() && job.rw(&["read:-", "write:-", "rw:-"]) && job.sets(&["offset"]))
        .excuses(|found| found.both("exit code", 0, 1)),
    known("direct-checked-early")
        .because("fio's worker has begun, and has looked for disks, when the first I/O fails")
        .about(|job| job.is_direct())
        .excuses(|found| {
            found.has(&["key only in fio: .jobs[].latency_", "key only in fio: .disk_util"])
                || found.both("total_ios", 1, 0)
        }),
    known("direct-checked-early")
        .because("both clones fail before either ends the other")
        .about(|job| {
            job.begins("direct", &["1"]) && job.sets(&["exitall_on_error"]) && job.sets(&["numjobs"])
        })
        .excuses(|found| found.both("exit code", 1, 2)),
    known("drawn-size")
        .because("the size of a file is drawn, and some are smaller than a block")
        .about(|job| job.contains("filesize", "-"))
        .excuses(|found| found.both("exit code", 0, 1) || found.both("exit code", 1, 0)),
    known("echo-names")
        .because("fio 3.33 echoes the option under a name that later versions made an alias")
        .about(|job| job.sets(&["allrandrepeat"]))
        .excuses(|found| found.has(&["allrandrepeat", "job options"])),
    known("echo-names")
        .because("fio 3.33 echoes the option under a name that later versions made an alias")
        .about(|job| job.sets(&["log_unix_epoch"]))
        .excuses(|found| found.has(&["log_unix_epoch", "log_alternate_epoch", "job options"])),
    known("echo-names")
        .because("fio 3.33 echoes the option under a name that later versions made an alias")
        .about(|job| job.sets(&["log_max_value"]))
        .excuses(|found| found.has(&["log_max_value", "log_window_value", "job options"])),
    known("even-shares")
        .because("of a few I/Os a drawn share may be all or none")
        .about(|job| job.sets(&["cmdprio_percentage", "cmdprio_bssplit"]))
        .excuses(|found| found.has(&["key only"]) && found.has(&["prios"])),
    known("failed-ios")
        .because("the read of a file that is still empty fails")
        .about(|job| job.begins("create_on_open", &["1"]))
        .excuses(|found| found.more(&["total_ios"]) || found.both(".error", 22, 5)),
    known("failed-ios")
        .because("a read of /dev/null fails")
        .about(|job| job.begins("filename", &["/dev/null"]))
        .excuses(|found| found.both("total_ios", 1, 0)),
    known("failed-ios")
        .because("the first read back of /dev/null fails")
        .about(|job| job.begins("filename", &["/dev/null"]) && job.rw(&["write"]) && job.verifies())
        .excuses(|found| found.more(&["sum of total_ios"])),
    known("failed-ios")
        .because("such devices cannot be synced")
        .about(|job| job.begins("filename", &["/dev/"]) && job.syncs())
        .excuses(|found| found.both("sync.total_ios", 1, 0)),
    known("failed-ios")
        .because("ftruncate reads nothing, and each read fails")
        .about(|job| job.engine(&["ftruncate"]))
        .excuses(|found| found.both("total_ios", 1, 0) || found.both("sum of total_ios", 2, 0)),
    known("failed-ios")
        .because("which direction comes first is drawn, and the first read fails")
        .about(|job| job.engine(&["ftruncate"]) && job.is_mixed())
        .excuses(|found| found.has(&["files left", "io_bytes", "total_ios", "key"])),
    known("failed-ios")
        .because("the reads of both jobs fail before one ends the other")
        .about(|job| {
            job.engine(&["ftruncate"]) && job.sets(&["exitall_on_error"]) && job.begins("name", &["b"])
        })
        .excuses(|found| found.has(&["files left"]) && found.has(&[".log"])),
    known("failed-ios")
        .because("reads fail in all clones before one ends the others")
        .about(|job| job.engine(&["ftruncate"]) && job.sets(&["exitall_on_error"]) && job.sets(&["numjobs"]))
        .excuses(|found| found.fio("exit code", "1, fiord")),
    known("fixedbufs-trim")
        .about(|job| {
            job.engine(&["io_uring"]) && job.sets(&["fixedbufs"]) && job.equals("rw", &["trim", "randtrim"])
        })
        .excuses(|found| {
            found.both("exit code", 1, 0)
                || found.has(&[".error", "total_ios", "io_bytes", "key", "files left"])
        }),
    known("format-clones")
        .about(|job| job.begins("filename_format", &["same", "$jobname-$filenum"]) && job.sets(&["numjobs"]))
        .excuses(|found| {
            found.has(&["jobs["]) && (found.less(ALL_COUNTS) || found.has(&["key only in fiord"]))
                || found.both("exit code", 1, 2)
        }),
    known("format-clones")
        .because("the clones that work make the file longer")
        .about(|job| {
            job.begins("filename_format", &["$jobname-$filenum"])
                && job.sets(&["numjobs"])
                && job.sets(&["offset_increment"])
        })
        .excuses(|found| found.has(&["files left"])),
    known("group-goals")
        .because(
            "of a group fio shows what its last job searched for; one that only makes files searches nothing",
        )
        .about(|job| job.sets(&["group_reporting"]) && job.begins("create_only", &["1"]))
        .excuses(|found| found.has(&["key only in fiord: .jobs[].latency_"])),
    known("hist-stored")
        .about(|job| job.sets(&["write_hist_log"]) && job.begins("log_store_compressed", &["1"]))
        .excuses(|found| found.has(&["files left"]) && found.has(&["clat_hist"])),
    known("json-later")
        .because("fio 3.33 leaves a flag out that follows a value of the same option")
        .about(RandomJob::repeats_as_flag)
        .excuses(|found| found.has(&["job options"])),
    known("last-directory")
        .about(|job| job.begins("directory", &["missing"]))
        .excuses(|found| found.both("exit code", 1, 0)),
    known("late-disks")
        .because("the directory is not there yet when fio looks for its disk")
        .about(|job| job.begins("create_serialize", &["0"]) && job.begins("filename", &["d/"]))
        .excuses(|found| found.has(&["key only in fiord: .disk_util"])),
    known("loop-boundary-sync")
        .because("`io_size` above `size` makes loops too")
        .about(|job| job.sets(&["loops", "io_size"]) && job.syncs())
        .excuses(|found| found.more(&["sync.total_ios"])),
    known("lost-sync-error")
        .about(|job| {
            job.engine(&["io_uring"])
                && job.begins("filename", &["/dev/zero"])
                && job.sets(&["fsync", "fdatasync"])
        })
        .excuses(|found| found.both("exit code", 0, 1) || found.both(".error", 0, 22) || found.more(COUNTS)),
    known("lost-sync-error")
        .about(|job| {
            job.engine(&["io_uring", "posixaio"])
                && job.begins("filename", &["/dev/"])
                && job.sets(&["end_fsync"])
        })
        .excuses(|found| found.both("exit code", 0, 1) || found.both(".error", 0, 22) || found.has(COUNTS)),
    known("map-per-size")
        .about(|job| job.is_random() && has_mixed_map(job))
        .excuses(|found| found.within(4.0, COUNTS) || found.has(&["sync", "key", "files left"])),
    known("mapped-fault")
        .because("fio is killed by SIGBUS")
        .about(|job| job.engine(&["mmap"]) && job.begins("create_on_open", &["1"]))
        .excuses(|found| found.has(&["exit code", "JSON document"])),
    known("mixed-syncs")
        .because("how many of the I/Os are writes is drawn, and with them the number of syncs, to none")
        .about(|job| job.is_mixed() && job.syncs())
        .excuses(|found| found.has(&["key"]) && found.has(&[".sync."])),
    known("mixed-tail")
        .because("directions are drawn, and after the last whole block only the other one has room")
        .about(|job| job.rw(&["rw"]) && has_tail(job))
        .excuses(|found| found.within(3.0, COUNTS) || found.has(&["key"])),
    known("named-twice")
        .about(names_a_file_twice)
        .excuses(|found| found.has(&["files left"]) || found.has(COUNTS)),
    known("newer-noreuse")
        .because("fio 3.33 does not know `noreuse`; 3.34 does")
        .about(|job| job.begins("fadvise_hint", &["noreuse"]))
        .excuses(|found| {
            found.has(&["exit code"]) || found.fio("JSON document", "false") || found.fio("files left", "{}")
        }),
    known("newer-pattern-hdr")
        .because("fio 3.33 does not know `pattern_hdr` by name")
        .about(|job| job.begins("verify", &["pattern_hdr"]))
        .excuses(|found| {
            found.fio("exit code", "1")
                || found.fio("JSON document", "false")
                || found.fio("files left", "{}")
        }),
    known("null-gaps")
        .because("fio ends a walk with gaps at the end of a file of no disk; fiord goes back for the gaps")
        .about(|job| {
            job.engine(&["null"])
                && job.rw(&["write:", "read:"])
                && (job.sets(&["filesize"]) || job.contains("offset", "%"))
        })
        .excuses(|found| found.less(COUNTS)),
    known("null-gaps")
        .because(
            "fio's null engine with `filesize` ends a job early that draws fewer offsets than it has I/Os",
        )
        .about(|job| job.engine(&["null"]) && job.sets(&["filesize"]) && job.is_random())
        .excuses(|found| found.less(COUNTS) || found.has(&["key"])),
    known("null-unlink")
        .because("fio's null engine has no file and fails to remove it")
        .about(|job| job.engine(&["null"]) && job.sets(&["unlink_each_loop"]))
        .excuses(|found| found.both("exit code", 1, 0)),
    known("null-verify")
        .about(|job| job.engine(&["null"]) && job.verifies())
        .excuses(|found| found.more(COUNTS) || found.has(&["key only in fio:", "latency"])),
    known("own-length")
        .because("with do_verify=0 fio ends after a pass over the file, also where nothing is verified")
        .about(|job| job.begins("do_verify", &["0"]) && job.sets(&["io_size"]))
        .excuses(|found| found.less(COUNTS)),
    known("parents")
        .about(|job| job.begins("filename", &["d/f"]) && job.begins("filename", &["f", "/dev"]))
        .excuses(|found| found.both("exit code", 1, 0)),
    known("pattern-offset")
        .about(|job| job.sets(&["verify_offset"]) && job.sets(&["verify_pattern"]))
        .excuses(|found| found.both("exit code", 1, 0)),
    known("percent-of-new")
        .because("the last block makes the length")
        .about(|job| job.engine(&["ftruncate"]) && job.contains("offset", "%") && job.sets(&["io_size"]))
        .excuses(|found| found.has(&["files left"])),
    known("percent-of-new")
        .about(|job| job.contains("offset", "%") && job.sets(&["loops"]))
        .excuses(|found| found.less(COUNTS) || found.has(&["files left"])),
    known("percent-then-bytes")
        .about(|job| {
            let is_both = |one: &[&str], two: &[&str]| {
                one.iter().any(|name| job.contains(name, "%"))
                    && two.iter().any(|name| job.contains(name, "k"))
            };
            is_both(&["offset"], &["offset", "fileoffset"])
                || is_both(&["fileoffset"], &["offset"])
                || is_both(&["size"], &["size"])
        })
        .excuses(|found| found.has(&["files left", "io_bytes", "total_ios"])),
    known("pre-read-direct")
        .because("each read of ftruncate fails")
        .about(|job| job.begins("pre_read", &["1"]) && job.is_direct() && job.engine(&["ftruncate"]))
        .excuses(|found| found.both(".error", 5, 22)),
    known("pre-read-direct")
        .about(|job| job.begins("pre_read", &["1"]) && job.is_direct())
        .excuses(|found| found.both("exit code", 1, 0)),
    known("pre-read-empty")
        .about(|job| {
            let is_empty = job.begins("create_on_open", &["1"]) || job.begins("fallocate", &["keep", "none"]);
            is_empty && job.begins("pre_read", &["1"])
        })
        .excuses(|found| found.both("exit code", 1, 0)),
    known("pre-read-null")
        .because("fio 3.33 crashes")
        .about(|job| job.engine(&["null"]) && job.begins("pre_read", &["1"]))
        .excuses(|found| found.both("exit code", 1, 0)),
    known("random-order")
        .because("in a file that is new or not laid out the highest block written makes the length")
        .about(|job| {
            let is_new = job.begins("create_on_open", &["1"]) || job.sets(&["fallocate", "unlink_each_loop"]);
            is_new && job.rw(&["randwrite"])
        })
        .excuses(|found| found.has(&["files left"])),
    known("random-order")
        .because("the last block of the order makes the length")
        .about(|job| job.engine(&["ftruncate"]) && job.is_random())
        .excuses(|found| found.has(&["files left"])),
    known("random-order")
        .because("which blocks are drawn twice is chance, and each is read back once")
        .about(|job| job.is_random() && job.sets(&["random_distribution", "norandommap"]) && job.verifies())
        .excuses(|found| {
            found.within(8.0, &["read.total_ios", "read.io_bytes"]) || found.has(&["sum of", "clat_ns"])
        }),
    known("random-order")
        .because("which blocks are drawn twice is chance, and each is read back once")
        .about(|job| job.rw(&["randwrite:"]) && job.verifies())
        .excuses(|found| found.within(8.0, &["read.total_ios", "read.io_bytes"]) || found.has(&["sum of"])),
    known("random-order")
        .because("the first read of a file made anew is after its end, or is not what was written")
        .about(|job| job.sets(&["unlink_each_loop"]) && job.rw(&["randrw"]))
        .excuses(|found| found.has(&[".error"])),
    known("random-order")
        .because("the device cannot be synced: the job ends at its fourth write, whose place is drawn")
        .about(|job| {
            job.begins("filename", &["/dev/zero"]) && job.is_mixed() && job.sets(&["fdatasync", "fsync"])
        })
        .excuses(|found| found.within(8.0, COUNTS)),
    known("read-nothing")
        .about(|job| {
            let is_empty = job.begins("create_on_open", &["1"]) || job.begins("filename", &["/dev/null"]);
            job.engine(&["libaio", "io_uring", "vsync", "posixaio"]) && is_empty
        })
        .excuses(|found| {
            found.less(&["exit code"])
                || found.fiord(".error", "5")
                || found.more(COUNTS)
                || found.has(&["key only in fio:"])
        }),
    known("read-nothing")
        .because("files made while the engine registers them end early, and fio counts reads after that")
        .about(|job| {
            job.begins("create_serialize", &["0"]) && job.begins("registerfiles", &["1"]) && job.is_random()
        })
        .excuses(|found| found.less(&["io_bytes"])),
    known("read-nothing")
        .because("which direction comes first is drawn, and the read of a file that is still empty fails")
        .about(|job| job.begins("create_on_open", &["1"]) && job.is_mixed())
        .excuses(|found| {
            found.has(&[
                "exit code",
                "files left",
                "io_bytes",
                "total_ios",
                ".error",
                "key",
            ])
        }),
    known("read-nothing")
        .because("which direction comes first is drawn, and a read of /dev/null fails")
        .about(|job| job.begins("filename", &["/dev/null"]) && job.is_mixed())
        .excuses(|found| found.has(&["io_bytes", "total_ios", "key"])),
    known("read-nothing")
        .because("fio ends at its first file, which is empty, and has opened no other")
        .about(|job| job.begins("create_on_open", &["1"]) && job.sets(&["nrfiles"]))
        .excuses(|found| found.has(&["files left"])),
    known("read-nothing")
        .because("fio 3.33 crashes")
        .about(|job| {
            let is_empty = job.begins("create_on_open", &["1"]) || job.begins("filename", &["/dev/null"]);
            is_empty && job.sets(&["ignore_error", "continue_on_error"])
        })
        .excuses(|found| found.fio("JSON document", "false") || found.fio("exit code", "-1")),
    known("refused-early")
        .about(|job| job.sets(&["cmdprio_percentage"]) && job.sets(&["cmdprio_bssplit"]))
        .excuses(|found| found.fio("JSON document", "true, fiord false") || found.fiord("files left", "{}")),
    known("refused-exit")
        .about(|job| {
            let is_refused = is_refused_for_zones(job)
                || job.sets(&["rate"]) && job.sets(&["rate_iops"])
                || job.engine(&["mmap"]) && job.begins("file_append", &["1"]);
            job.begins("name", &["b"]) && is_refused
        })
        .excuses(|found| found.both("exit code", 0, 1)),
    known("registered-new")
        .because("fio registers the files of a job with the ring before they are made, and fails")
        .about(|job| job.begins("create_serialize", &["0"]) && job.sets(&["registerfiles"]))
        .excuses(|found| found.both("exit code", 1, 0)),
    known("repeat-tail")
        .about(|job| job.rw(&["randread:"]) && has_tail(job))
        .excuses(|found| found.less(COUNTS)),
    known("repeat-tail")
        .about(|job| job.rw(&["randwrite:"]) && has_tail(job))
        .excuses(|found| found.less(ALL_COUNTS) || found.has(&["files left"])),
    known("repeat-tail")
        .about(|job| job.rw(&["randrw:"]) && has_tail(job))
        .excuses(|found| found.less(ALL_COUNTS) || found.has(&["key"])),
    known("repeat-tail")
        .about(|job| job.is_random() && job.sets(&["random_distribution"]) && has_tail(job))
        .excuses(|found| found.less(ALL_COUNTS) || found.has(&["files left", "key"])),
    known("repeat-tail")
        .because("a block is cut off where blocks of this direction are larger than those of the map")
        .about(|job| job.rw(&["randread:"]) && has_mixed_map(job) && job.sets(&["random_distribution"]))
        .excuses(|found| found.less(COUNTS) || found.has(&["key"])),
    known("repeat-tail")
        .because("a block is cut off where blocks of this direction are larger than those of the map")
        .about(|job| job.rw(&["randwrite:"]) && has_mixed_map(job) && job.sets(&["random_distribution"]))
        .excuses(|found| found.less(ALL_COUNTS) || found.has(&["files left", "key"])),
    known("repeat-tail")
        .because("a block is cut off where blocks of this direction are larger than those of the map")
        .about(|job| job.rw(&["randrw"]) && has_mixed_map(job) && job.sets(&["random_distribution"]))
        .excuses(|found| found.less(ALL_COUNTS) || found.has(&["key"])),
    known("repeat-tail")
        .because("blocks are drawn and then moved to a multiple of blockalign")
        .about(|job| job.is_random() && job.aligns() && job.sets(&["random_distribution"]))
        .excuses(|found| found.less(ALL_COUNTS) || found.has(&["files left", "key"])),
    known("repeat-tail")
        .because("one loop of a synchronous engine does the work of all; fio's asynchronous ones end sooner")
        .about(|job| job.is_random() && job.sets(&["loops"]) && job.sets(&["unlink_each_loop"]))
        .excuses(|found| {
            found.less(COUNTS) || found.both("exit code", 0, 1) || found.has(&["files left", "key"])
        }),
    known("setup-error")
        .because("without serialised creation the exit code has no errors of files")
        .about(|job| job.begins("allow_file_create", &["0"]) && job.begins("create_serialize", &["0"]))
        .excuses(|found| found.less(&["exit code"])),
    known("setup-error")
        .about(|job| job.begins("allow_file_create", &["0"]))
        .excuses(|found| {
            found.fio(".error", "0") || found.fio("exit code", "1, fiord") || found.has(&["disk_util"])
        }),
    known("setup-error")
        .about(|job| job.begins("verify_state_load", &["1"]))
        .excuses(|found| found.both(".error", 0, 2) || found.has(&["disk_util"])),
    known("setup-error")
        .because("fio's worker has begun its log when it finds no state")
        .about(|job| {
            job.begins("verify_state_load", &["1"])
                && job.sets(&["write_iops_log", "write_bw_log", "write_lat_log"])
        })
        .excuses(|found| found.fio("files left", "") && found.has(&[".log"])),
    known("setup-error")
        .because("without serialised creation fio never looks for the state")
        .about(|job| job.begins("verify_state_load", &["1"]) && job.begins("create_serialize", &["0"]))
        .excuses(|found| found.both("exit code", 0, 1) || found.both("exit code", 1, 2)),
    known("setup-error")
        .because("no block fits into the file")
        .about(|job| job.sets(&["filesize"]) && job.begins("bs", &["64k"]))
        .excuses(|found| found.both(".error", 0, 22) || found.has(&["disk_util"])),
    known("setup-error")
        .about(|job| job.engine(&["falloc"]) && job.begins("filename", &["/dev/"]))
        .excuses(|found| found.fio("exit code", "0, fiord") || found.both(".error", 0, 19)),
    known("setup-error")
        .because("blocks that mmap with syncs cannot have are refused before disks are looked up")
        .about(|job| job.engine(&["mmap"]))
        .excuses(|found| found.has(&["key only in fio: .disk_util"]) || found.both(".error", 1, 22)),
    known("setup-error")
        .because("an offset within a page, and a device that has no pages: which error is named")
        .about(|job| job.engine(&["mmap"]) && job.begins("filename", &["/dev/null"]) && job.sets(&["offset"]))
        .excuses(|found| found.both(".error", 22, 19)),
    known("setup-error")
        .because("zones that do not fit the job")
        .about(|job| job.is_zoned())
        .excuses(|found| {
            found.both(".error", 0, 22)
                || found.both("exit code", 2, 1)
                || found.has(&["key only in fio: .disk_util"])
        }),
    known("skip-sizes")
        .because("sizes are drawn, and a walk with gaps ends where one of them meets the end of the region")
        .about(|job| job.rw(&["read:", "write:"]) && job.sets(&["bsrange", "bssplit"]))
        .excuses(|found| found.within(8.0, COUNTS)),
    known("stats-zero")
        .because("fio 3.33 leaves an empty entry with group 4294967295")
        .about(|job| job.begins("stats", &["0"]))
        .excuses(|found| found.has(&["key only in fio: .jobs", "jobs: fio"])),
    known("stats-zero")
        .because("fio leaves an empty entry where only a later job has group_reporting")
        .about(|job| job.sets(&["group_reporting"]))
        .excuses(|found| found.has(&["jobs: fio"])),
    known("strided-end")
        .about(|job| job.is_random() && job.begins("zonemode", &["strided"]))
        .excuses(|found| found.less(ALL_COUNTS) || found.has(&["files left", "key"])),
    known("strided-gaps")
        .about(|job| job.rw(&["read:"]) && job.begins("zonemode", &["strided"]))
        .excuses(|found| found.within(4.0, COUNTS)),
    known("strided-gaps")
        .about(|job| job.rw(&["write:", "rw:"]) && job.begins("zonemode", &["strided"]))
        .excuses(|found| found.within(4.0, COUNTS) || found.has(&["files left"])),
    known("sync-ranges")
        .because("the number of writes follows from their drawn sizes, and with it the number of syncs")
        .about(|job| job.rw(&["randwrite:"]) && job.sets(&["sync_file_range"]) && job.sets(&["bsrange"]))
        .excuses(|found| found.has(&["key"]) && found.has(&[".sync."])),
    known("trimwrite-loops")
        .about(|job| {
            job.rw(&["trimwrite", "randtrimwrite"]) && job.sets(&["number_ios"]) && job.sets(&["loops"])
        })
        .excuses(|found| found.more(COUNTS) || found.has(&["sum of", "sync", "key"])),
    known("trimwrite-sizes")
        .about(|job| job.rw(&["trimwrite"]) && job.equals("bs", &["4k,8k,2k"]))
        .excuses(|found| found.has(COUNTS)),
    known("trimwrite-sizes")
        .about(|job| job.rw(&["randtrimwrite"]) && job.sets(&["offset", "fileoffset", "offset_increment"]))
        .excuses(|found| found.has(ALL_COUNTS) || found.has(&["key"])),
    known("unified-last")
        .because("where only the first job of a group unifies directions, fio also shows each, empty")
        .about(|job| job.begins("unified_rw_reporting", &["1"]) && job.sets(&["group_reporting"]))
        .excuses(|found| {
            found.has(&[
                "key only in fio: .jobs[].read",
                "key only in fio: .jobs[].write",
                "key only in fio: .jobs[].trim",
            ])
        }),
    known("unlink-empty")
        .because("fiord makes the file anew, empty, for a loop that finds nothing to do")
        .about(|job| job.rw(&["write:"]) && job.sets(&["loops"]) && job.sets(&["unlink_each_loop"]))
        .excuses(|found| found.has(&["files left"]) && found.has(&[": 0}"])),
    known("verify-dump")
        .about(|job| job.sets(&["verify_dump"]) && !job.begins("verify_dump", &["0"]))
        .excuses(|found| found.has(&["files left"]) && found.has(&["hdr_fail"])),
    known("verify-exit")
        .about(|job| job.begins("continue_on_error", &["all", "verify", "1"]) && job.verifies())
        .excuses(|found| found.both("exit code", 0, 1)),
    known("verify-gaps")
        .about(|job| job.rw(&["write:"]) && job.sets(&["nrfiles"]) && job.verifies())
        .excuses(|found| found.more(COUNTS)),
    known("verify-no-data")
        .about(|job| job.engine(&["ftruncate", "falloc"]) && job.verifies())
        .excuses(|found| {
            found.fiord("exit code", "1")
                || found.fio("JSON document", "true, fiord false")
                || found.fiord("files left", "{}")
        }),
    known("verify-no-pattern")
        .about(|job| job.begins("verify", &["pattern"]) && !job.sets(&["verify_pattern"]))
        .excuses(|found| {
            found.fio("JSON document", "false")
                || found.fio("exit code", "-1")
                || found.fio("files left", "{}")
        }),
    known("verify-only-missing")
        .because("no file of a random job was ever written")
        .about(|job| job.equals("verify_only", &["", "1"]))
        .excuses(|found| {
            found.has(&[
                "exit code",
                "JSON document",
                ".error",
                "files left",
                "key",
                "io_bytes",
                "total_ios",
            ])
        }),
    known("verify-read-loops")
        .about(|job| {
            let only_reads = !job.sets(&["rw"]) || job.equals("rw", &["read", "randread"]);
            job.sets(&["verify"]) && job.sets(&["loops"]) && only_reads
        })
        .excuses(|found| found.less(&["read.total_ios", "read.io_bytes"]) || found.has(&["sum of"])),
    known("verify-repeats")
        .because("fio calls blocks wrong that it wrote itself")
        .about(|job| {
            let is_drawn_again = job.rw(&["rw"]) && job.sets(&["nrfiles"])
                || job.rw(&["randwrite:", "randrw:"])
                || job.rw(&["randwrite", "randrw"]) && job.sets(&["percentage_random"])
                || job.is_random() && job.aligns();
            let is_skewed =
                job.rw(&["randrw"]) && job.begins("random_distribution", &["zipf"]) && job.sets(&["verify"]);
            is_drawn_again && job.verifies() || is_skewed
        })
        .excuses(|found| found.is_wrong_block()),
    known("verify-repeats")
        .because("blocks of a zone are written again, and without a map blocks are drawn again")
        .about(|job| {
            let has_no_map = job.rw(&["randrw"]) && job.sets(&["norandommap"]);
            (job.is_mixed() && job.is_zoned() || has_no_map) && job.verifies()
        })
        .excuses(|found| found.both("exit code", 1, 0) || found.both(".error", 84, 0)),
    known("verify-threads")
        .because("reads of blocks that no job wrote")
        .about(|job| job.begins("verify_async", &["1"]) && job.verifies() && job.rw(&["read", "rand", "rw"]))
        .excuses(|found| {
            let counts = [
                "read.total_ios",
                "read.io_bytes",
                "mixed.total_ios",
                "mixed.io_bytes",
                "sum of",
            ];
            found.has(&counts)
        }),
    known("verify-threads")
        .because("both end at the first wrong block; fio counts those that came with it")
        .about(|job| job.is_deep_vsync() && job.verifies())
        .excuses(|found| found.more(&["read.total_ios", "read.io_bytes"]) || found.has(&["sum of"])),
    known("verify-timed")
        .about(|job| job.sets(&["time_based"]) && job.verifies())
        .excuses(|found| {
            found.fio("read.total_ios", "0")
                || found.fio("read.io_bytes", "0")
                || found.has(&["sum of", "key only in fiord"])
        }),
    known("verify-trim")
        .about(|job| job.begins("trim_percentage", &["30"]) && job.sets(&["trim_backlog"]) && job.verifies())
        .excuses(|found| {
            found.fio("JSON document", "false")
                || found.both("exit code", 0, 1)
                || found.both("exit code", -1, 0)
                || found.less(&[
                    "trim.total_ios",
                    "trim.io_bytes",
                    "sum of total_ios",
                    "sum of io_bytes",
                ])
                || found.has(&["key only in fiord: .jobs[].trim", "files left"])
        }),
    known("vsync-bytes")
        .about(|job| job.is_deep_vsync())
        .excuses(|found| found.less(&["io_bytes"])),
    known("vsync-bytes")
        .because("for want of bytes fio 3.33 begins another loop with a sync, and reads nothing back")
        .about(|job| job.is_deep_vsync() && job.verifies())
        .excuses(|found| found.less(COUNTS) || found.has(&["key", "sum of", "sync.total_ios"])),
    known("vsync-bytes")
        .because("for want of bytes fio begins another loop")
        .about(|job| job.is_deep_vsync() && job.sets(&["unlink_each_loop"]))
        .excuses(|found| found.fio("files left", "{}")),
    known("vsync-trim")
        .about(|job| job.engine(&["vsync"]) && job.rw(&["trim", "randtrim"]))
        .excuses(|found| {
            found.both("exit code", 1, 0)
                || found.both(".error", 14, 0)
                || found.has(&["total_ios", "io_bytes", "sum of", "key", "disk_util"])
        }),
    known("write-hint-direct")
        .about(|job| job.sets(&["write_hint"]) && job.is_direct())
        .excuses(|found| found.is_ended_early() || found.has(&["files left"])),
    known("zbd-clones")
        .because("clones that walk the same zones end where the other has filled one; each run differs")
        .about(|job| {
            job.is_zoned() && job.rw(&["write:"]) && job.sets(&["numjobs"]) && job.sets(&["filename"])
        })
        .excuses(|found| found.has(COUNTS) || found.has(&["sum of"])),
    known("zbd-mixed-end")
        .because(
            "drawn directions decide when a walk of reads catches up with the writes, which ends the job",
        )
        .about(|job| job.rw(&["rw"]) && job.is_zoned())
        .excuses(|found| found.has(COUNTS) || found.has(&["sum of", "key"])),
    known("zbd-new-file")
        .about(|job| job.is_zoned() && job.sets(&["offset"]))
        .excuses(|found| found.has(COUNTS) || found.has(&["sum of", "key"])),
    known("zbd-repeat")
        .about(|job| job.rw(&["randwrite:"]) && job.is_zoned())
        .excuses(|found| found.less(COUNTS) || found.has(&["sum of", "sync.total_ios"])),
    known("zbd-small-zone")
        .about(|job| job.is_zoned() && job.rw(&["trimwrite", "randtrimwrite"]) && job.sets(&["zonecapacity"]))
        .excuses(|found| {
            found.both("total_ios", 1, 0)
                || found.fiord("io_bytes: fio ", "0")
                || found.has(&["key only in fio:"])
        }),
    known("zbd-small-zone")
        .about(|job| {
            let writes = job.is_mixed() || job.rw(&["trimwrite", "randtrimwrite"]);
            job.is_zoned() && writes && job.sets(&["zonecapacity"]) && job.verifies()
        })
        .excuses(|found| {
            found.both("exit code", 0, 1)
                || found.both(".error", 0, 22)
                || found.has(&["total_ios", "io_bytes", "key"])
        }),
    known("zbd-verify")
        .because("clones reset each other's zones, and which ones, their timing decides")
        .about(|job| job.is_zoned() && job.verifies() && job.sets(&["numjobs"]))
        .excuses(|found| {
            found.both("exit code", 2, 0)
                || found.both("exit code", 3, 0)
                || found.both(".error", 84, 0)
                || found.has(&["total_ios", "io_bytes", "sum of", "key"])
        }),
    known("zbd-verify-only")
        .about(|job| {
            let has_state =
                job.begins("verify_state_save", &["1"]) || job.begins("verify_state_load", &["1"]);
            job.is_zoned() && job.verifies() && has_state
        })
        .excuses(|found| found.has(&["exit code", "JSON document", "files left"])),
    known("zbd-zoneskip")
        .about(|job| job.is_zoned() && job.sets(&["zoneskip"]))
        .excuses(|found| {
            found.has(&["total_ios", "io_bytes", "sum of", "key"]) || found.fio("exit code", "-1")
        }),
    known("zoned-abs-end")
        .about(|job| job.begins("random_distribution", &["zoned_abs"]) && reaches_beyond(job))
        .excuses(|found| found.less(ALL_COUNTS) || found.has(&["files left", "key"])),
    known("zoned-lfsr")
        .about(|job| {
            job.begins("random_distribution", &["zoned"]) && job.begins("random_generator", &["lfsr"])
        })
        .excuses(|found| found.less(ALL_COUNTS) || found.has(&["files left", "key"])),
];
