//! Draws random jobs from a seed: an engine, a mode, a size and a few other options.

use super::values::Choices;

/// A random job as a list of options; what stands before the first `name` holds for all jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RandomJob {
    pub(super) options: Vec<(String, String)>,
}

impl RandomJob {
    /// The command line.
    pub(super) fn args(&self) -> Vec<String> {
        let words = self.options.iter().map(|(name, value)| match value.as_str() {
            "" => format!("--{name}"),
            value => format!("--{name}={value}"),
        });
        words.collect()
    }

    /// Whether an option stands anywhere, with a value that this accepts.
    pub(super) fn has(&self, name: &str, accepts: impl Fn(&str) -> bool) -> bool {
        self.options
            .iter()
            .any(|(known, value)| known == name && accepts(value))
    }
}

const MODES: [&str; 20] = [
    "read",
    "write",
    "randread",
    "randwrite",
    "rw",
    "randrw",
    "read",
    "write",
    "randread",
    "randwrite",
    "trim",
    "randtrim",
    "trimwrite",
    "randtrimwrite",
    "read:8k",
    "write:4k",
    "read:-4k",
    "randread:4",
    "randwrite:3",
    "randrw:2",
];
const SIZES: [&str; 8] = ["16k", "64k", "64k", "100k", "256k", "256k", "66000", "1m"];
/// How many other options a job has, at most.
const MOST: u64 = 7;

/// Splitmix64: what a case is depends on its two numbers alone.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64, case: u64) -> Dice {
        let mut dice = Dice(seed ^ case.wrapping_mul(0xd605_1a2f_4f3c_9e81));
        dice.roll();
        dice
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.roll() % end.max(1)
    }

    fn one_of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }

    fn one_in(&mut self, chances: u64) -> bool {
        self.below(chances) == 0
    }
}

pub(super) fn draw(seed: u64, case: u64, engines: &[&str], choices: &[Choices]) -> RandomJob {
    let mut dice = Dice::new(seed, case);
    let mut options = Vec::new();
    if dice.one_in(8) {
        for _ in 0..=dice.below(2) {
            options.extend(option(&mut dice, "", choices));
        }
    }
    let jobs = if dice.one_in(5) { 2 } else { 1 };
    for name in ["a", "b"].iter().take(jobs) {
        let engine = *dice.one_of(engines);
        options.push(("name".to_owned(), (*name).to_owned()));
        options.push(("ioengine".to_owned(), engine.to_owned()));
        options.push(("rw".to_owned(), mode(&mut dice, engine)));
        options.push(("size".to_owned(), (*dice.one_of(&SIZES)).to_owned()));
        for _ in 0..dice.below(MOST + 1) {
            options.extend(option(&mut dice, engine, choices));
        }
    }
    RandomJob { options }
}

/// The file of zoned jobs, which is there before: fio makes none (docs/fio-differences.md: zbd-new-file).
pub(super) const ZONED_FILE: (&str, u64) = ("f", 1 << 20);

const ZONED_MODES: [&str; 14] = [
    "write",
    "randwrite",
    "write",
    "randwrite",
    "rw",
    "randrw",
    "randrw",
    "read",
    "randread",
    "trim",
    "randtrim",
    "trimwrite",
    "write:4k",
    "randwrite:3",
];

/// Options that say which files there are, how long, and in which zones.
const OF_FILES: [&str; 17] = [
    "filename",
    "directory",
    "filename_format",
    "nrfiles",
    "openfiles",
    "filesize",
    "filetype",
    "file_service_type",
    "zonemode",
    "zonesize",
    "zonerange",
    "unique_filename",
    "overwrite",
    "file_append",
    "unlink",
    "unlink_each_loop",
    "create_only",
];

/// A random job with `zonemode=zbd` in one file with made-up zones; every second option is about zones or verification.
pub(super) fn draw_zoned(seed: u64, case: u64, engines: &[&str], choices: &[Choices]) -> RandomJob {
    let mut dice = Dice::new(seed ^ 0x20ed, case);
    let fits = |choice: &&Choices| !OF_FILES.contains(&choice.spec.name);
    let all: Vec<&Choices> = choices.iter().filter(fits).collect();
    let is_close = |choice: &&Choices| {
        let name = choice.spec.name;
        [
            "zone",
            "verify",
            "max_open_zones",
            "read_beyond",
            "loops",
            "io_size",
            "bs",
            "iodepth",
        ]
        .iter()
        .any(|part| name.contains(part))
    };
    let close: Vec<&Choices> = all.iter().copied().filter(is_close).collect();
    let engine = loop {
        let engine = *dice.one_of(engines);
        if !["falloc", "ftruncate", "mmap"].contains(&engine) {
            break engine;
        }
    };
    let zone = *dice.one_of(&["16k", "16k", "32k", "64k"]);
    let mode = *dice.one_of(&ZONED_MODES);
    let mut options: Vec<(String, String)> = [
        ("name", "a"),
        ("ioengine", engine),
        ("filename", ZONED_FILE.0),
        ("rw", mode),
        ("zonemode", "zbd"),
        ("zonesize", zone),
        (
            "size",
            *dice.one_of(&["64k", "128k", "128k", "256k", "500k", "1m"]),
        ),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into();
    if dice.one_in(2) {
        let kind = *dice.one_of(&["crc32c", "md5", "sha256", "meta", "xxhash"]);
        options.push(("verify".to_owned(), kind.to_owned()));
    }
    for _ in 0..dice.below(MOST) {
        let from = if dice.one_in(2) { &close } else { &all };
        let choice = *dice.one_of(from);
        options.extend(option_of(&mut dice, engine, choice));
    }
    if mode.contains("trim") {
        // A trim resets a whole zone.
        options.retain(|(name, _)| !name.starts_with("bs") && !name.starts_with("blocksize"));
        options.push(("bs".to_owned(), zone.to_owned()));
    }
    RandomJob { options }
}

/// The name of a recording; the number after it is what it is drawn from.
const RECORDING: &str = "recording-";
/// What a recording may be played with: nothing that says which files there are, which I/Os, or in which order.
const WITH_RECORDING: [&str; 28] = [
    "iodepth",
    "iodepth_batch",
    "iodepth_batch_complete_min",
    "iodepth_batch_complete_max",
    "iodepth_low",
    "mem",
    "iomem_align",
    "buffer_pattern",
    "zero_buffers",
    "refill_buffers",
    "direct",
    "invalidate",
    "numjobs",
    "loops",
    "group_reporting",
    "unified_rw_reporting",
    "lat_percentiles",
    "slat_percentiles",
    "percentile_list",
    "write_bw_log",
    "write_lat_log",
    "log_offset",
    "thread",
    "end_fsync",
    "fsync_on_close",
    "disable_lat",
    "number_ios",
    "io_size",
];

/// A random job that plays a recording of reads and writes of one file.
pub(super) fn draw_recorded(seed: u64, case: u64, engines: &[&str], choices: &[Choices]) -> RandomJob {
    let mut dice = Dice::new(seed ^ 0x10_106, case);
    let fits = |choice: &&Choices| WITH_RECORDING.contains(&choice.spec.name);
    let close: Vec<&Choices> = choices.iter().filter(fits).collect();
    let engine = loop {
        let engine = *dice.one_of(engines);
        if !["falloc", "ftruncate", "mmap", "null"].contains(&engine) {
            break engine;
        }
    };
    let recording = format!("{RECORDING}{}", dice.below(1 << 32));
    let mut options: Vec<(String, String)> = [
        ("name", "a"),
        ("ioengine", engine),
        ("filename", ZONED_FILE.0),
        ("rw", *dice.one_of(&["read", "write", "rw", "randread", "randrw"])),
        ("size", "1m"),
        ("read_iolog", &recording),
        ("replay_no_stall", *dice.one_of(&["0", "1", "1"])),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into();
    if dice.one_in(4) {
        let value = *dice.one_of(&["1", "2", "4"]);
        options.push(("replay_scale".to_owned(), value.to_owned()));
    }
    for _ in 0..dice.below(MOST) {
        let choice = *dice.one_of(&close);
        options.extend(option_of(&mut dice, engine, choice));
    }
    RandomJob { options }
}

/// The recordings of a job, by name, in fio's second format.
pub(super) fn recordings(job: &RandomJob) -> Vec<(String, String)> {
    let names = job.options.iter().filter(|(name, _)| name == "read_iolog");
    let text = |(_, name): &(String, String)| {
        let number = name.strip_prefix(RECORDING)?.parse().ok()?;
        Some((name.clone(), recording(&mut Dice::new(number, 0))))
    };
    names.filter_map(text).collect()
}

fn recording(dice: &mut Dice) -> String {
    let file = ZONED_FILE.0;
    let mut text = format!("fio version 2 iolog\n{file} add\n{file} open\n");
    for _ in 0..=dice.below(24) {
        let length = *dice.one_of(&[512, 4096, 4096, 4096, 8192, 65_536]);
        let place = dice.below((ZONED_FILE.1 - length) / 4096) * 4096;
        let line = match dice.below(12) {
            0 => format!("{file} sync 0 0\n"),
            1 => format!("{file} datasync 0 0\n"),
            2 => format!("{file} wait {} 0\n", dice.below(300)),
            3 => format!("{file} close\n{file} open\n"),
            4..=7 => format!("{file} write {place} {length}\n"),
            _ => format!("{file} read {place} {length}\n"),
        };
        text.push_str(&line);
    }
    text + file + " close\n"
}

/// Trims of files differ on purpose (docs/fio-differences.md: trim-files): only engines that send none draw them.
fn mode(dice: &mut Dice, engine: &str) -> String {
    loop {
        let mode = *dice.one_of(&MODES);
        if engine == "null" || engine == "falloc" || !mode.contains("trim") {
            return mode.to_owned();
        }
    }
}

/// One other option that the engine knows, sometimes under its second name.
fn option(dice: &mut Dice, engine: &str, choices: &[Choices]) -> Vec<(String, String)> {
    let choice = dice.one_of(choices);
    option_of(dice, engine, choice)
}

fn option_of(dice: &mut Dice, engine: &str, choice: &Choices) -> Vec<(String, String)> {
    let Choices { spec, names, values } = choice;
    if !spec.engines.is_empty() && !spec.engines.contains(&engine) {
        return Vec::new();
    }
    let name = if dice.one_in(10) {
        dice.one_of(names)
    } else {
        &names[0]
    };
    let value = dice.one_of(values).clone();
    let mut options = vec![((*name).to_owned(), value)];
    // A run by the clock is rare: it takes its time.
    if spec.name == "runtime" && options[0].1.ends_with("ms") {
        options.push(("time_based".to_owned(), String::new()));
    }
    options
}
