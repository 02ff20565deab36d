//! `e4defrag`: each write exchanges the blocks of its range with those of a donor file (`EXT4_IOC_MOVE_EXT`).
//!
//! The kernel copies the data to its new blocks before it exchanges them, so that the job's file holds what it held. What the donor
//! held is lost, which is why only a donor that the job makes itself is taken.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::sync_calls::{Fds, outcome, trim_or_sync};
use crate::engines::engine::Engine;
use crate::error::WorkerError;
use crate::io::{Queued, Request};
use fiord_messages::{Sentence, run_errors as messages};
use fiord_workload::io::{Io, Op};
use fiord_workload::plan::{Target, WorkerPlan};

/// `EXT4_SUPER_MAGIC` (linux/magic.h).
const EXT4: libc::c_long = 0xef53;

/// `struct move_extent` of ext4: what the file systems of all kernels since 2.6.31 take. In blocks of the file system.
#[repr(C)]
struct MoveExtent {
    reserved: u32,
    donor: u32,
    from: u64,
    donor_from: u64,
    len: u64,
    moved: u64,
}

/// `EXT4_IOC_MOVE_EXT`, which is `_IOWR('f', 15, struct move_extent)`.
const MOVE_EXTENT: libc::c_ulong =
    3 << 30 | (size_of::<MoveExtent>() as libc::c_ulong) << 16 | 0x66 << 8 | 15;

/// A file that gives its blocks. It is removed with the engine.
#[derive(Debug)]
struct Donor {
    file: File,
    path: PathBuf,
    block_bytes: u64,
}

impl Drop for Donor {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// See the module.
#[derive(Debug)]
pub(crate) struct E4defrag {
    fds: Fds,
    donors: Box<[Donor]>,
    /// `inplace=1`: the donor gets its blocks for each I/O.
    each_time: bool,
}

impl E4defrag {
    /// Makes a donor for each file of the job.
    ///
    /// # Errors
    /// A file does not lie on ext4, or the donor is there already; blocks of the job that are not made of the file system's.
    pub(crate) fn new(plan: &WorkerPlan) -> Result<Self, WorkerError> {
        let each_time = plan.job.engine.other.defrag_in_place;
        let donors = (0..plan.targets.len()).map(|index| donor(plan, index, each_time));
        Ok(Self {
            fds: Fds::new(plan),
            donors: donors.collect::<Result<_, _>>()?,
            each_time,
        })
    }

    fn move_blocks(&self, io: &Io) -> i32 {
        let Some(donor) = self.donors.get(io.file as usize) else {
            return -libc::EBADF;
        };
        let (fd, donor_fd, unit) = (self.fds.get(io.file), donor.file.as_raw_fd(), donor.block_bytes);
        if !io.offset.is_multiple_of(unit) || !u64::from(io.len).is_multiple_of(unit) {
            return -libc::EINVAL;
        }
        if self.each_time {
            let result = allocate(donor_fd, 0, io.offset, u64::from(io.len));
            if result < 0 {
                return result;
            }
        }
        let mut range = MoveExtent {
            reserved: 0,
            donor: donor_fd as u32,
            from: io.offset / unit,
            donor_from: io.offset / unit,
            len: u64::from(io.len) / unit,
            moved: 0,
        };
        // SAFETY: the call reads and writes the whole struct, which lives through it; both descriptors are open.
        let result = outcome(unsafe { libc::ioctl(fd, MOVE_EXTENT as _, &raw mut range) } as isize);
        if self.each_time {
            let hole = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
            allocate(donor_fd, hole, io.offset, u64::from(io.len));
        }
        if result < 0 && range.moved == 0 {
            return result;
        }
        (range.moved.saturating_mul(unit)).min(u64::from(io.len)) as i32
    }
}

fn allocate(fd: RawFd, mode: i32, offset: u64, len: u64) -> i32 {
    // SAFETY: a plain system call on a descriptor that the donor keeps open.
    outcome(unsafe { libc::fallocate(fd, mode, offset as i64, len as i64) } as isize)
}

fn donor(plan: &WorkerPlan, index: usize, each_time: bool) -> Result<Donor, WorkerError> {
    let target = &plan.targets[index];
    let path = donor_path(plan, target, index);
    let fail = |source| WorkerError::setup_of(format!("donorname={}", path.display()), source);
    let block_bytes = block_bytes(target).map_err(fail)?;
    let sizes = plan.job.access.block_size.0.iter();
    let uneven = sizes
        .map(|size| size.min())
        .find(|bytes| !bytes.is_multiple_of(block_bytes));
    if let Some(bytes) = uneven {
        let (bytes, unit) = (&bytes, &block_bytes);
        return Err(WorkerError::setup(
            |lang| messages::DefragBlocks { bytes, unit }.text(lang),
            io::Error::from_raw_os_error(libc::EINVAL),
        ));
    }
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&path)
        .map_err(fail)?;
    let donor = Donor {
        file,
        path: path.clone(),
        block_bytes,
    };
    let end = target.start_bytes + target.region_bytes;
    let whole = end.div_ceil(block_bytes) * block_bytes;
    let result = if each_time {
        donor.file.set_len(whole)
    } else {
        match allocate(donor.file.as_raw_fd(), 0, 0, whole) {
            0.. => Ok(()),
            errno => Err(io::Error::from_raw_os_error(-errno)),
        }
    };
    result.map_err(fail)?;
    Ok(donor)
}

/// FIO-DIFF(defrag-donor): fio gives all files and clones one donor, whatever that holds, and leaves it behind; here each has one of its own:
/// the first is called as the job says, the others have a number behind that.
fn donor_path(plan: &WorkerPlan, target: &Target, index: usize) -> PathBuf {
    let mut name = plan.job.engine.other.donor.clone();
    let number = plan.clone as usize * plan.targets.len() + index;
    if number > 0 {
        name.push_str(&format!(".{number}"));
    }
    // Blocks are exchanged within a file system: next to the file, unless the name says otherwise.
    if name.contains('/') {
        return PathBuf::from(name);
    }
    target.path.parent().unwrap_or(Path::new("")).join(name)
}

/// The size of a block of the file system.
fn block_bytes(target: &Target) -> io::Result<u64> {
    let fd = target
        .fd
        .as_ref()
        .ok_or(io::Error::from_raw_os_error(libc::EBADF))?;
    let status = rustix::fs::fstatfs(fd)?;
    if status.f_type != EXT4 {
        let path = &target.path.display();
        let words = Sentence::new(|lang| messages::NotOnExt4 { path }.text(lang));
        return Err(io::Error::new(io::ErrorKind::Unsupported, words));
    }
    Ok(u64::try_from(status.f_bsize).unwrap_or(4096).max(512))
}

impl Engine for E4defrag {
    const IN_PLACE: bool = true;

    fn queue(&mut self, request: &Request) -> Queued {
        let io = &request.io;
        Queued::Done(match io.op {
            Op::Write => self.move_blocks(io),
            Op::Read | Op::Trim => -libc::EINVAL,
            _ => trim_or_sync(&self.fds, io),
        })
    }
}
