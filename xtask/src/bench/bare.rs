//! The bare loops: what the kernel alone allows. One thread, random aligned 4 KiB reads, no statistics, no options.
//!
//! `xtask bare pread|ring FILE direct|cached DEPTH SECONDS OUT` writes a document with the one figure that the bench reads.

use std::fs::{File, OpenOptions};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use io_uring::{IoUring, opcode, types};
use serde_json::json;

const BLOCK: usize = 4096;
/// I/Os between two looks at the clock.
const STRIDE: u64 = 1024;

#[repr(align(4096))]
#[derive(Clone)]
struct Page([u8; BLOCK]);

/// Every block once per pass in a mixed order, another one each pass: what a job with a random map does. Drawn with repetition,
/// more of the blocks would still lie in the processor's caches, which on large ones makes a tenth of the rate.
struct Offsets {
    blocks: u64,
    bits: u32,
    place: u64,
    key: u64,
}

impl Offsets {
    fn new(blocks: u64) -> Self {
        Self {
            blocks,
            bits: blocks.next_power_of_two().trailing_zeros().max(2),
            place: 0,
            key: 0x9e37_79b9_7f4a_7c15,
        }
    }

    fn next(&mut self) -> u64 {
        let mask = (1 << self.bits) - 1;
        loop {
            // Odd factors and shifts to the right can be undone, so no two places give the same block.
            let mut block = self.place ^ (self.key & mask);
            for factor in [0x9e37_79b9_7f4a_7c15_u64, 0xd134_2543_de82_ef95] {
                block = block.wrapping_mul(factor) & mask;
                block ^= block >> self.bits.div_ceil(2);
            }
            self.place += 1;
            if self.place > mask {
                self.place = 0;
                self.key = self.key.wrapping_mul(0x2545_f491_4f6c_dd1d).rotate_left(17);
            }
            if block < self.blocks {
                return block * BLOCK as u64;
            }
        }
    }
}

pub(crate) fn run(args: &[String]) -> Result<()> {
    let [kind, path, mode, depth, seconds, out] = args else {
        bail!("bare KIND FILE MODE DEPTH SECONDS OUT")
    };
    let mut options = OpenOptions::new();
    options.read(true);
    if mode == "direct" {
        options.custom_flags(libc::O_DIRECT);
    }
    let file = options.open(path).with_context(|| path.clone())?;
    let size = size_of(&file)?;
    let offsets = Offsets::new(size / BLOCK as u64);
    let limit = Duration::from_secs_f64(seconds.parse()?);
    let (ios, elapsed) = match kind.as_str() {
        "pread" => pread(&file, offsets, limit)?,
        "ring" => ring(&file, offsets, limit, depth.parse()?)?,
        other => bail!("bare loop `{other}`"),
    };
    let iops = ios as f64 / elapsed.as_secs_f64();
    let read = json!({ "iops": iops, "bw_bytes": iops * BLOCK as f64, "total_ios": ios });
    std::fs::write(out, json!({ "jobs": [{ "read": read }] }).to_string())?;
    Ok(())
}

fn size_of(file: &File) -> Result<u64> {
    use std::io::{Seek, SeekFrom};
    let mut file = file;
    let size = file.seek(SeekFrom::End(0))?;
    if size < BLOCK as u64 {
        bail!("the target is empty");
    }
    Ok(size)
}

fn pread(file: &File, mut offsets: Offsets, limit: Duration) -> Result<(u64, Duration)> {
    let mut page = Box::new(Page([0; BLOCK]));
    let started = Instant::now();
    let mut ios = 0;
    while started.elapsed() < limit {
        for _ in 0..STRIDE {
            file.read_exact_at(&mut page.0, offsets.next())?;
        }
        ios += STRIDE;
    }
    Ok((ios, started.elapsed()))
}

fn ring(file: &File, mut offsets: Offsets, limit: Duration, depth: u32) -> Result<(u64, Duration)> {
    let mut ring: IoUring = IoUring::builder()
        .setup_single_issuer()
        .setup_defer_taskrun()
        .setup_coop_taskrun()
        .build(depth.next_power_of_two())?;
    let mut pages = vec![Page([0; BLOCK]); depth as usize];
    let fd = types::Fd(file.as_raw_fd());
    let mut free: Vec<usize> = (0..depth as usize).collect();
    let started = Instant::now();
    let (mut ios, mut in_flight) = (0_u64, 0_usize);
    let mut stopping = false;
    loop {
        while !stopping && let Some(slot) = free.pop() {
            let entry = opcode::Read::new(fd, pages[slot].0.as_mut_ptr(), BLOCK as u32)
                .offset(offsets.next())
                .build()
                .user_data(slot as u64);
            // SAFETY: the page lives until its completion is reaped below, and no slot is used twice at once.
            unsafe { ring.submission().push(&entry)? };
            in_flight += 1;
        }
        if in_flight == 0 {
            return Ok((ios, started.elapsed()));
        }
        ring.submit_and_wait(1)?;
        for completion in ring.completion() {
            if completion.result() != BLOCK as i32 {
                bail!("a read returned {}", completion.result());
            }
            free.push(completion.user_data() as usize);
            in_flight -= 1;
            ios += 1;
            if ios % STRIDE == 0 && started.elapsed() >= limit {
                stopping = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_comes_once_per_pass() {
        for blocks in [1, 2, 3, 1000, 1024, 32_768] {
            let mut offsets = Offsets::new(blocks);
            for pass in 0..3 {
                let mut seen: Vec<u64> = (0..blocks).map(|_| offsets.next() / BLOCK as u64).collect();
                seen.sort_unstable();
                assert!(seen.into_iter().eq(0..blocks), "{blocks} blocks, pass {pass}");
            }
        }
    }
}
