//! Recorded I/O: writing down which I/Os were issued, and issuing them again.

use fiord_messages::{job_options, job_support};

use super::build::*;
use super::draft::{Draft, Problem};
use super::spec::OptionSpec;
use crate::plan::Ddir;

pub(super) static OPTIONS: &[OptionSpec] = &[
    text("write_iolog")
        .doc("File to which a line for every I/O is appended, in fio's format of version 3.")
        .sets(|value, draft| draft.plan.control.replay.write = Some(value.string())),
    text("read_iolog")
        .doc(
            "Recorded I/O to play: a log of version 2 or 3, or a binary block trace. Several, separated \
             by `:`, go to the clones in turn. The job must name the files, by `filename` or \
             `replay_redirect`.",
        )
        .checks(|value, draft| {
            draft.plan.control.replay.read = recordings(value.text())?;
            Ok(())
        }),
    boolean("read_iolog_chunked")
        .default("0")
        .doc("Read the recording piece by piece.")
        .accepted(job_support::read_piecewise),
    boolean("replay_no_stall")
        .default("0")
        .doc("Play without the recorded pauses.")
        .sets(|value, draft| draft.plan.control.replay.no_stall = value.flag()),
    text("replay_redirect")
        .doc("Play everything onto this file or device.")
        .sets(|value, draft| draft.plan.control.replay.redirect = Some(value.string())),
    int("replay_scale")
        .range(1, U32)
        .default("1")
        .doc("Divide recorded offsets by this.")
        .sets(|value, draft| draft.plan.control.replay.scale = value.u64()),
    int("replay_align")
        .doc("Move recorded offsets down to a multiple of this many bytes, a power of two; lengths of block traces are rounded up to one.")
        .checks(|value, draft| {
            let align = value.u64();
            if !align.is_power_of_two() {
                return Err(Problem::new(|lang| job_options::ReplayAlign { align: &align }.text(lang)));
            }
            draft.plan.control.replay.align_bytes = align;
            Ok(())
        }),
    int("replay_time_scale")
        .range(1, U32)
        .default("100")
        .doc("Play at this percentage of the recorded pace.")
        .sets(|value, draft| draft.plan.control.replay.time_scale_percent = value.u32()),
    text("replay_skip")
        .doc("Kinds of recorded I/O to leave out: `read`, `write`, `trim`, `sync`, separated by commas.")
        .checks(|value, draft| skip(value.text(), draft)),
    text("merge_blktrace_file")
        .doc("Join the block traces of `read_iolog` in the order of their times into this file, and play that.")
        .sets(|value, draft| draft.plan.control.replay.merge.into = Some(value.string())),
    floats("merge_blktrace_scalars")
        .parts(64)
        .doc("Time that each joined trace takes, in percent of the recorded one: 50 plays it twice as fast.")
        .checks(|value, draft| {
            let given = value.floats().to_vec();
            if given.iter().any(|percent| !percent.is_finite() || *percent <= 0.0) {
                return Err(Problem::new(job_options::merge_scalars));
            }
            draft.plan.control.replay.merge.time_percent = given;
            Ok(())
        }),
    floats("merge_blktrace_iters")
        .parts(64)
        .doc("How often each joined trace is repeated.")
        .checks(|value, draft| {
            let whole = |times: &f64| times.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(times);
            if !value.floats().iter().all(whole) {
                return Err(Problem::new(job_options::merge_iters));
            }
            draft.plan.control.replay.merge.repeats = value.floats().iter().map(|times| *times as u32).collect();
            Ok(())
        }),
];

/// Names separated by `:`; `\\:` stands for a colon.
fn recordings(text: &str) -> Result<Vec<String>, Problem> {
    let mut names = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.peek() == Some(&':') => {
                letters.next();
                names.last_mut().into_iter().for_each(|name| name.push(':'));
            }
            ':' => names.push(String::new()),
            other => names.last_mut().into_iter().for_each(|name| name.push(other)),
        }
    }
    names.retain(|name| !name.is_empty());
    if names.is_empty() {
        return Err(Problem::new(job_options::no_recording));
    }
    // A recording is looked through before it is played.
    if names.iter().any(|name| name == "-") {
        return Err(Problem::new(job_options::recording_from_stdin).help(job_options::store_first));
    }
    Ok(names)
}

fn skip(text: &str, draft: &mut Draft) -> Result<(), Problem> {
    let replay = &mut draft.plan.control.replay;
    for word in text
        .split([',', ':'])
        .map(str::trim)
        .filter(|word| !word.is_empty())
    {
        match word {
            "read" => replay.skips[Ddir::Read as usize] = true,
            "write" => replay.skips[Ddir::Write as usize] = true,
            "trim" => replay.skips[Ddir::Trim as usize] = true,
            "sync" => replay.skips_syncs = true,
            other => {
                return Err(
                    Problem::new(|lang| job_options::NotAnIo { word: &other }.text(lang))
                        .help(job_options::io_kinds),
                );
            }
        }
    }
    Ok(())
}

/// `replay_redirect` names the file of the job.
pub(super) fn finish(draft: &mut Draft) {
    let plan = &mut draft.plan;
    if plan.control.replay.read.is_empty() {
        plan.control.replay.merge.into = None;
        return;
    }
    if let Some(redirect) = &plan.control.replay.redirect {
        plan.files.filenames = vec![redirect.clone()];
        plan.files.directories.clear();
    }
    let refused = [
        (plan.verify.kind.is_on(), "verify"),
        (
            !plan.engine.kind.moves_data() && !plan.engine.kind.is_diskless(),
            "ioengine",
        ),
        (plan.files.opendir.is_some(), "opendir"),
    ];
    for (given, option) in refused {
        if given {
            draft.fail(
                Problem::new(|lang| job_options::ReplayWith { option: &option }.text(lang))
                    .help(job_options::leave_one_out),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn recordings_are_separated_by_colons() {
        assert_eq!(recordings("a:b").unwrap(), ["a", "b"]);
        assert_eq!(recordings(r"a\:b").unwrap(), ["a:b"]);
        assert!(recordings("").is_err());
        assert!(recordings("-").is_err());
    }
}
