//! What sections become together: globals, groups, echo, names that add up, and what is reported once for all.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::typed;

use fiord_job::lower::lower;
use fiord_job::plan::*;
use fiord_messages::Lang;
use typed::{MACHINE, errors, has_errors, on_command_line, raw, warnings};

#[test]
fn groups_begin_at_stonewalls_new_groups_and_files() {
    let mut jobs = vec![
        raw("a", "", "stonewall"),
        raw("b", "", ""),
        raw("c", "", "stonewall numjobs=4"),
        raw("d", "", "new_group"),
        raw("e", "", ""),
        raw("f", "", ""),
    ];
    jobs[5].begins_file = true;
    let lowered = lower(&jobs, &MACHINE);
    let groups: Vec<u32> = lowered.plan.jobs.iter().map(|job| job.group).collect();
    assert_eq!(groups, [0, 0, 1, 2, 2, 3]);
    assert!(
        lowered.plan.jobs[5].control.stonewall,
        "a further file waits for the one before"
    );
    assert!(!lowered.plan.jobs[3].control.stonewall);
}

/// As fio 3.33 prints the same files.
#[test]
fn the_globals_of_several_files_are_those_of_the_last() {
    let of_last = |globals: [&str; 2]| {
        let mut jobs = [raw("a", globals[0], ""), raw("b", globals[1], "")];
        jobs[1].begins_file = true;
        let echo = lower(&jobs, &MACHINE).plan.global_options;
        echo.map(|echo| format!("{}={}", echo[0].name, echo[0].value))
    };
    assert_eq!(of_last(["bs=8k", "bs=16k"]).as_deref(), Some("bs=16k"));
    assert_eq!(of_last(["", "bs=8k"]).as_deref(), Some("bs=8k"));
    assert_eq!(of_last(["bs=8k", ""]), None);
}

#[test]
fn echo_keeps_order_repeats_and_bare_flags() {
    // As fio 3.42 prints the same job.
    let job = raw(
        "a",
        "blocksize=8k thread direct=1",
        "rw=randread iodepth=4 readwrite=read stonewall group_reporting=1",
    );
    let lowered = lower(&[job], &MACHINE);
    let pairs = |echo: Option<&[OptionEcho]>| -> Vec<String> {
        echo.unwrap()
            .iter()
            .map(|option| format!("{}={}", option.name, option.value))
            .collect()
    };
    assert_eq!(
        pairs(lowered.plan.global_options.as_deref()),
        ["bs=8k", "thread=", "direct=1"]
    );
    let job = &lowered.plan.jobs[0];
    assert_eq!(
        pairs(job.options.as_deref()),
        [
            "rw=randread",
            "iodepth=4",
            "rw=read",
            "stonewall=",
            "group_reporting=1"
        ]
    );
    assert_eq!(
        pairs(Some(&job.given)),
        [
            "bs=8k",
            "thread=",
            "direct=1",
            "rw=randread",
            "iodepth=4",
            "rw=read",
            "stonewall=",
            "group_reporting=1"
        ]
    );
    assert_eq!(job.access.mode, AccessMode::Read);
}

#[test]
fn a_job_overrides_its_globals() {
    let lowered = lower(
        &[
            raw("a", "bs=8k iodepth=4", "bs=16k"),
            raw("b", "bs=8k iodepth=4", ""),
        ],
        &MACHINE,
    );
    let [a, b] = &lowered.plan.jobs[..] else { panic!() };
    assert_eq!(a.access.block_size[Ddir::Read], BlockSize::Fixed(16384));
    assert_eq!(b.access.block_size[Ddir::Read], BlockSize::Fixed(8192));
    assert_eq!((a.depth.iodepth, b.depth.iodepth), (4, 4));
}

#[test]
fn every_problem_is_reported_and_a_global_one_once() {
    let jobs = [
        raw("a", "iodepth=0 bs=4KiB", "rw=rea"),
        raw("b", "iodepth=0 bs=4KiB", "clustername=c bs=x"),
    ];
    let lowered = lower(&jobs, &MACHINE);
    assert_eq!(
        errors(&lowered.diagnostics),
        [
            "`iodepth=0`: out of range",
            "`rw=rea`: `rea` is not a value for this option",
            "fiord does not have `clustername`: the engines rados and rbd need the libraries of Ceph; map the image (`rbd map`) \
             and use the block device, or mount CephFS",
            "`bs=x`: not a value for this option",
        ]
    );
    assert_eq!(warnings(&lowered.diagnostics).len(), 1);
    assert!(has_errors(&lowered));
    let rea = &lowered
        .diagnostics
        .iter()
        .find(|diagnostic| diagnostic.message.text(Lang::En).contains("rw=rea"))
        .unwrap();
    assert!(
        rea.help
            .as_ref()
            .unwrap()
            .text(Lang::En)
            .starts_with("did you mean `read`? allowed: one of read, write,")
    );
    assert_eq!(rea.fio_message.as_deref(), Some("fio: failed parsing rw=rea"));
}

#[test]
fn wait_for_looks_back_only() {
    let lowered = lower(
        &[raw("a", "", "wait_for=b"), raw("b", "", "wait_for=a")],
        &MACHINE,
    );
    assert_eq!(
        errors(&lowered.diagnostics),
        ["job `a`: waits for `b`, but no earlier job has that name"]
    );
    assert_eq!(
        lowered.diagnostics[0].fio_message.as_deref(),
        Some("a: waitee job b unknown.")
    );
}

#[test]
fn a_thousand_jobs_share_one_remark_on_a_global() {
    let jobs: Vec<_> = (0..1000).map(|n| raw(&format!("j{n}"), "bs=4KiB", "")).collect();
    let lowered = lower(&jobs, &MACHINE);
    assert_eq!(lowered.plan.jobs.len(), 1000);
    assert_eq!(lowered.diagnostics.len(), 1);
}

#[test]
fn file_names_add_up_and_say_how_many_files_there_are() {
    // Each was tried with fio 3.33: which files exist afterwards.
    let names = |globals: &str, own: &str| {
        let in_file = lower(&[raw("x", globals, own)], &MACHINE);
        let typed = lower(&[on_command_line(raw("x", globals, own))], &MACHINE);
        [in_file, typed].map(|lowered| lowered.plan.jobs[0].files.filenames.join(":"))
    };
    assert_eq!(names("", "filename=a filename=b"), ["a:b", "a:b"]);
    assert_eq!(names("filename=a", "filename=b"), ["a:b", "a:b"]);
    assert_eq!(names("", "filename=a:b nrfiles=1"), ["a:b", "a"]);
    assert_eq!(names("", "filename=a:b nrfiles=4"), ["a:b", "a:b"]);
    assert_eq!(names("", "nrfiles=4 filename=a"), ["a", "a"]);
    assert_eq!(names("", "filename=a:a"), ["a", "a"]);
    // On the command line a directory stands for the names behind it; in a job file for all of its section.
    assert_eq!(names("", "directory=d filename=a"), ["d/a", "d/a"]);
    assert_eq!(names("", "filename=a directory=d"), ["d/a", "a"]);
    assert_eq!(names("", "directory=d filename=/dev/x"), ["d//dev/x", "d//dev/x"]);
    assert_eq!(
        names("", "filename=/dev/x:b directory=d filename=c"),
        ["d//dev/x:d/b:d/c", "/dev/x:b:d/c"]
    );
    assert_eq!(names("filename=a", "directory=d"), ["a", "a"]);
    assert_eq!(names("directory=d", "filename=a"), ["d/a", "d/a"]);
    assert_eq!(names("", "directory=d:e filename=a"), ["d/a", "d/a"]);
    let late = lower(
        &[on_command_line(raw("x", "", "filename=a directory=d"))],
        &MACHINE,
    )
    .diagnostics;
    assert!(
        late[0].message.text(Lang::En).contains("does not apply to a"),
        "{late:?}"
    );
    let said = lower(&[raw("x", "filename=a", "filename=b")], &MACHINE).diagnostics;
    assert_eq!(
        warnings(&said),
        ["each `filename` adds files: the files are now a:b"]
    );
}

#[test]
fn the_command_line_is_taken_as_written() {
    let size = |own: &str| {
        let lowered = lower(&[on_command_line(raw("x", "", own))], &MACHINE);
        lowered.plan.jobs[0].access.block_size[Ddir::Read].min()
    };
    assert_eq!(size("kb_base=1000 bs=4k"), 4000);
    assert_eq!(size("bs=4k kb_base=1000"), 4096);
}
