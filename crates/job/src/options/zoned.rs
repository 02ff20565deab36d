//! Zoned devices and data placement. Not built yet.

use super::build::*;
use super::spec::OptionSpec;
use super::words::Unbuilt;

const ZBD: &str = "zoned devices are not built yet";
const PLACEMENT: &str = "data placement is newer than fio 3.33 and not built yet";

pub(super) static OPTIONS: &[OptionSpec] = &[
    long("zonecapacity")
        .default("0")
        .doc("Usable bytes of a zone, where that is less than its size.")
        .refused(ZBD),
    boolean("read_beyond_wp")
        .default("0")
        .doc("Read behind a zone's write pointer.")
        .refused(ZBD),
    int("max_open_zones")
        .range(0, 4096)
        .default("0")
        .doc("Most zones that are being written at once.")
        .refused(ZBD),
    int("job_max_open_zones")
        .range(0, 4096)
        .default("0")
        .doc("The same for one job.")
        .refused(ZBD),
    boolean("ignore_zone_limits")
        .default("0")
        .doc("Do not mind the device's own limit of open zones.")
        .refused(ZBD),
    floats("zone_reset_threshold")
        .range(0, 1)
        .doc("Share of written blocks from which zones are reset.")
        .refused(ZBD),
    floats("zone_reset_frequency")
        .range(0, 1)
        .doc("How often zones are reset.")
        .refused(ZBD),
    boolean("recover_zbd_write_error")
        .default("0")
        .doc("Go on after a failed write to a zone.")
        .refused(ZBD),
    boolean("write_zone_remainder")
        .default("0")
        .doc("Fill the end of a zone with one smaller write.")
        .refused(ZBD),
    boolean("fdp")
        .default("0")
        .doc("Send placement identifiers with writes.")
        .refused(PLACEMENT),
    choice("dataplacement", &Unbuilt(&["none", "fdp", "streams"]))
        .alias("data_placement")
        .default("none")
        .doc("Which kind of placement to ask for.")
        .refused(PLACEMENT),
    choice("plid_select", &Unbuilt(&["random", "roundrobin", "scheme"]))
        .alias("fdp_pli_select")
        .default("roundrobin")
        .doc("How the next placement identifier is chosen.")
        .refused(PLACEMENT),
    text("plids")
        .alias("fdp_pli")
        .doc("Placement identifiers to use.")
        .refused(PLACEMENT),
    text("dp_scheme")
        .doc("File that maps offsets to placement identifiers.")
        .refused(PLACEMENT),
];
