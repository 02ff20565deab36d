//! What the bench measures on: a zram device, a page-cached file, a file on the real disk. All removed at the end.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use fiord_testbed::Zram;

/// Small enough to make quickly, large enough that the processor's caches do not hold it.
const BYTES: u64 = 256 << 20;

/// Size of a device in memory.
const ZRAM_BYTES: u64 = 2 << 30;

/// Devices in memory, each with one kind of content.
pub(crate) struct ZramDevices {
    /// Random data everywhere.
    pub(crate) filled: Zram,
    /// Never written. Its reads are the least work that the kernel can have with a `pread`: it fills a page with zeros.
    pub(crate) unwritten: Zram,
    /// Written by rows with a pattern only.
    pub(crate) pattern: Zram,
}

/// The targets; dropping them takes them down.
pub(crate) struct Targets {
    /// Block devices in memory, or why there are none.
    pub(crate) zram: Result<ZramDevices, String>,
    /// A file on the real disk.
    pub(crate) file: PathBuf,
    /// A file in memory.
    pub(crate) cached: PathBuf,
    folder: tempfile::TempDir,
}

impl Targets {
    pub(crate) fn make() -> Result<Self> {
        fs::create_dir_all("target")?;
        let folder = tempfile::Builder::new()
            .prefix("fiord-bench-")
            .tempdir_in("target")?;
        let place = folder.path().canonicalize()?;
        let file = place.join("disk.dat");
        fill(&file, BYTES)?;
        let cached = place.join("cached.dat");
        fill(&cached, BYTES / 2)?;
        // Read once, so that it is in the page cache whatever the write left there.
        std::io::copy(&mut File::open(&cached)?, &mut std::io::sink())?;
        Ok(Self {
            zram: zram_devices(),
            file,
            cached,
            folder,
        })
    }

    /// A place for files that a row makes itself.
    pub(crate) fn scratch(&self, name: &str) -> PathBuf {
        self.folder
            .path()
            .canonicalize()
            .unwrap_or_else(|_| self.folder.path().to_owned())
            .join(name)
    }
}

fn zram_devices() -> Result<ZramDevices, String> {
    let filled = Zram::new(ZRAM_BYTES >> 20)?;
    fill(&filled.device(), ZRAM_BYTES).map_err(|error| format!("{error:#}"))?;
    Ok(ZramDevices {
        filled,
        unwritten: Zram::new(BYTES >> 20)?,
        pattern: Zram::new(BYTES >> 20)?,
    })
}

/// Incompressible content: zram would store zeros in no memory and answer them without work.
fn fill(path: &Path, bytes: u64) -> Result<()> {
    let mut file = fs::OpenOptions::new()
        .create(true)
        .write(true)
        .truncate(false)
        .open(path)?;
    let mut random = File::open("/dev/urandom")?;
    let mut chunk = vec![0; 4 << 20];
    for _ in 0..bytes / chunk.len() as u64 {
        std::io::Read::read_exact(&mut random, &mut chunk)?;
        file.write_all(&chunk)?;
    }
    file.sync_all()?;
    Ok(())
}
