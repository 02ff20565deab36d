//! Recorded I/O: writing down which I/Os were issued, and issuing them again. Not built yet.

use super::build::*;
use super::draft::Problem;
use super::spec::OptionSpec;

const REPLAY: &str = "playing recorded I/O is not built yet";
const UNUSED: &str = "it only matters to `read_iolog`, which is not built yet";

pub(super) static OPTIONS: &[OptionSpec] = &[
    text("write_iolog")
        .doc("File to write down every I/O in.")
        .refused("recording I/O is not built yet; log_offset with write_lat_log tells offsets"),
    text("read_iolog").doc("Recorded I/O to play.").refused(REPLAY),
    boolean("read_iolog_chunked")
        .default("0")
        .doc("Read the recording piece by piece.")
        .accepted(UNUSED),
    boolean("replay_no_stall")
        .default("0")
        .doc("Play without the recorded pauses.")
        .accepted(UNUSED),
    text("replay_redirect")
        .doc("Play everything onto this device.")
        .accepted(UNUSED),
    int("replay_scale")
        .default("1")
        .doc("Divide recorded offsets by this.")
        .accepted(UNUSED),
    int("replay_align")
        .doc("Align recorded offsets to this many bytes, a power of two.")
        .checks(|value, _| {
            let align = value.u64();
            if align.is_power_of_two() {
                return Ok(());
            }
            Err(Problem::new(format!(
                "replay_align={align}: expected a power of two"
            )))
        })
        .accepted(UNUSED),
    int("replay_time_scale")
        .range(1, U32)
        .default("100")
        .doc("Play at this percentage of the recorded pace.")
        .accepted(UNUSED),
    text("replay_skip")
        .doc("Kinds of recorded I/O to leave out.")
        .accepted(UNUSED),
    text("merge_blktrace_file")
        .doc("Join several block traces into this file.")
        .refused("block traces are not read"),
    floats("merge_blktrace_scalars")
        .parts(64)
        .doc("Pace of each trace in percent.")
        .refused("block traces are not read"),
    floats("merge_blktrace_iters")
        .parts(64)
        .doc("How often each trace is played.")
        .refused("block traces are not read"),
];
