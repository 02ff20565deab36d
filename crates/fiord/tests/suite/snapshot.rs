//! Screens as snapshots in `snapshots/`: what programs wrote, without what differs from machine to machine and from run to run.

use std::process::Output;

/// Replaces folders of the test, moments, processes, devices and kernels.
pub(crate) const FILTERS: &[(&str, &str)] = &[
    (concat!(env!("CARGO_TARGET_TMPDIR"), r"/[\w.-]*\w"), "DIR"),
    (r"(/[\w.-]+)*/fiord-test-[\w-]+", "DIR"),
    (r"/(dev/shm|tmp)/[\w.-]*\w", "DIR"),
    (
        r"\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)",
        "YYYY-MM-DDThh:mm:ssZ",
    ),
    (r"\d{4}-\d\d-\d\d", "YYYY-MM-DD"),
    (r"\b\d\d:\d\d(:\d\d)?\b", "hh:mm"),
    (r"\b(pid|[Pp]rocess)([ =])\d+", "${1}${2}N"),
    (r"\bprocesses [\d, ]*\d", "processes N"),
    (r", on [\w-]+( on [\w-]+)+\)", ", on FS on DISK)"),
    (
        r"The file system is [\w-]+( on [\w-]+)*\.",
        "The file system is FS.",
    ),
    (r"\b(loop|zram)\d+\b", "${1}N"),
    (r"(?m)^host {5}.*\n(?: {9}.*\n)*", "host     HOST, KERNEL\n"),
    (r"\b\d+\.\d+\.\d+-\w[\w.+-]*", "KERNEL"),
];

/// Replaces figures that are measured, with their units, and the blanks that align them.
pub(crate) const FIGURES: &[(&str, &str)] = &[
    (
        r"\b\d[\d,]*(\.\d+)?( ?(%|[nµm]?s|min|h|[KMGT]?i?B|bytes?)(/s)?)?\b",
        "N",
    ),
    (r" {2,}", "  "),
];

/// What the program wrote to both streams, and how it ended.
pub(crate) fn screen(args: &[impl AsRef<str>], output: &Output) -> String {
    shown(args, &[&output.stdout, &output.stderr], output)
}

/// What the program wrote to stdout, and how it ended: for one whose progress on stderr depends on the time that it takes.
pub(crate) fn printed(args: &[impl AsRef<str>], output: &Output) -> String {
    shown(args, &[&output.stdout], output)
}

/// What the program wrote to stderr, and how it ended: for one whose stdout is a document or has figures.
pub(crate) fn messages(args: &[impl AsRef<str>], output: &Output) -> String {
    shown(args, &[&output.stderr], output)
}

fn shown(args: &[impl AsRef<str>], streams: &[&[u8]], output: &Output) -> String {
    let args: Vec<&str> = args.iter().map(AsRef::as_ref).collect();
    let end = match output.status.code() {
        Some(code) => format!("exit {code}"),
        None => output.status.to_string(),
    };
    format!(
        "$ fiord {}\n{}[{end}]\n\n",
        args.join(" "),
        String::from_utf8_lossy(&streams.concat())
    )
}

/// Holds a text against the snapshot of this name, or of the name of the test. `INSTA_UPDATE=always` accepts what is new.
macro_rules! assert_screen {
    ($($argument:expr),+) => {
        insta::with_settings!({ filters => crate::snapshot::FILTERS.to_vec(), omit_expression => true }, {
            insta::assert_snapshot!($($argument),+)
        })
    };
}
pub(crate) use assert_screen;

/// [`assert_screen`] of a text whose figures are measured.
macro_rules! assert_screen_without_figures {
    ($($argument:expr),+) => {
        insta::with_settings!({
            filters => [crate::snapshot::FILTERS, crate::snapshot::FIGURES].concat(),
            omit_expression => true,
        }, {
            insta::assert_snapshot!($($argument),+)
        })
    };
}
pub(crate) use assert_screen_without_figures;
