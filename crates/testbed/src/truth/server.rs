//! The FUSE server of one file.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, UNIX_EPOCH};

use fuser::{
    Errno, FileAttr, FileHandle, FileType, Filesystem, FopenFlags, Generation, INodeNo, InitFlags,
    KernelConfig, LockOwner, OpenFlags, ReplyAttr, ReplyData, ReplyEmpty, ReplyEntry, ReplyOpen, ReplyWrite,
    Request, WriteFlags,
};

use super::account::{Account, Served, Timing, TruthFault};
use super::replies::Replies;

/// The name of the file.
pub(super) const FILE: &str = "dev";
const INO: INodeNo = INodeNo(2);
/// Attributes never change.
const FOR_LONG: Duration = Duration::from_secs(3600);
/// Faults are set by blocks of this size.
const BLOCK: u64 = 4096;
/// As many requests as the kernel may have out: more than any test asks for.
const BACKGROUND: u16 = 1024;

/// What the server and its owner share.
pub(super) struct TruthShared {
    content: File,
    size: u64,
    timing: Mutex<Timing>,
    faults: Mutex<BTreeMap<u64, TruthFault>>,
    account: Mutex<Account>,
    /// Flushes that came since the start.
    flushes: AtomicU64,
    replies: Replies,
    sender: Mutex<Option<JoinHandle<()>>>,
}

impl TruthShared {
    pub(super) fn new(size: u64, timing: Timing) -> io::Result<Arc<TruthShared>> {
        let content = match tempfile::tempfile_in("/dev/shm") {
            Ok(file) => file,
            Err(_) => tempfile::tempfile()?,
        };
        content.set_len(size)?;
        let shared = Arc::new(TruthShared {
            content,
            size,
            timing: Mutex::new(timing),
            faults: Mutex::default(),
            account: Mutex::default(),
            flushes: AtomicU64::new(0),
            replies: Replies::default(),
            sender: Mutex::default(),
        });
        let sends = Arc::clone(&shared);
        let sender = std::thread::Builder::new()
            .name("truth-replies".to_owned())
            .spawn(move || sends.replies.send_all())?;
        *shared.sender.lock().unwrap() = Some(sender);
        Ok(shared)
    }

    pub(super) fn set_timing(&self, timing: Timing) {
        *self.timing.lock().unwrap() = timing;
    }

    pub(super) fn set_fault(&self, block: u64, fault: TruthFault) {
        self.faults.lock().unwrap().insert(block, fault);
    }

    pub(super) fn clear_faults(&self) {
        self.faults.lock().unwrap().clear();
    }

    pub(super) fn take_account(&self) -> Account {
        std::mem::take(&mut *self.account.lock().unwrap())
    }

    pub(super) fn hurry(&self) {
        self.replies.hurry();
    }

    /// Ends the thread that answers.
    pub(super) fn stop(&self) {
        self.replies.stop();
        if let Some(sender) = self.sender.lock().unwrap().take() {
            let _ = sender.join();
        }
    }

    /// The faults of the blocks that a request touches, with their blocks.
    fn faults(&self, offset: u64, len: u64) -> Vec<(u64, TruthFault)> {
        let blocks = offset / BLOCK..(offset + len).div_ceil(BLOCK);
        let faults = self.faults.lock().unwrap();
        faults
            .range(blocks)
            .map(|(block, fault)| (*block, *fault))
            .collect()
    }

    fn note(&self, of: fn(&mut Account) -> &mut Served, arrived: Instant, len: u64, failed: bool) {
        let ns = u64::try_from(arrived.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let mut account = self.account.lock().unwrap();
        let served = of(&mut account);
        served.latencies_ns.push(ns);
        served.arrived.push(arrived);
        served.bytes += len;
        served.errors += u64::from(failed);
    }

    /// What a read returns.
    fn read(&self, offset: u64, len: u64) -> Result<Vec<u8>, Errno> {
        let len = len.min(self.size.saturating_sub(offset));
        let faults = self.faults(offset, len);
        if faults.iter().any(|(_, fault)| *fault == TruthFault::Error) {
            return Err(Errno::EIO);
        }
        let mut data = vec![0; moved(&faults, len) as usize];
        self.content
            .read_exact_at(&mut data, offset)
            .map_err(|_| Errno::EIO)?;
        Ok(data)
    }

    /// How many bytes a write says that it stored.
    fn write(&self, offset: u64, data: &[u8]) -> Result<u32, Errno> {
        let len = data.len() as u64;
        if offset + len > self.size {
            return Err(Errno::ENOSPC);
        }
        let faults = self.faults(offset, len);
        if faults.iter().any(|(_, fault)| *fault == TruthFault::Error) {
            return Err(Errno::EIO);
        }
        let taken = moved(&faults, len);
        let mut from = offset;
        let end = offset + taken;
        // What lies between the places that are not stored.
        for (block, fault) in faults {
            let start = block * BLOCK;
            let kept = match fault {
                TruthFault::Torn => start + BLOCK / 2,
                TruthFault::Lost => start,
                TruthFault::Error | TruthFault::Short(_) => continue,
            };
            self.store(data, offset, from, kept.min(end))?;
            from = from.max(start + BLOCK);
        }
        self.store(data, offset, from, end)?;
        Ok(taken as u32)
    }

    fn store(&self, data: &[u8], offset: u64, from: u64, to: u64) -> Result<(), Errno> {
        if from >= to {
            return Ok(());
        }
        let part = &data[(from - offset) as usize..(to - offset) as usize];
        self.content.write_all_at(part, from).map_err(|_| Errno::EIO)
    }

    fn attr(&self, ino: INodeNo) -> FileAttr {
        let is_folder = ino == INodeNo::ROOT;
        FileAttr {
            ino,
            size: if is_folder { 0 } else { self.size },
            blocks: if is_folder { 0 } else { self.size / 512 },
            atime: UNIX_EPOCH,
            mtime: UNIX_EPOCH,
            ctime: UNIX_EPOCH,
            crtime: UNIX_EPOCH,
            kind: if is_folder {
                FileType::Directory
            } else {
                FileType::RegularFile
            },
            perm: if is_folder { 0o755 } else { 0o644 },
            nlink: 1,
            uid: 0,
            gid: 0,
            rdev: 0,
            blksize: BLOCK as u32,
            flags: 0,
        }
    }
}

fn moved(faults: &[(u64, TruthFault)], len: u64) -> u64 {
    let short = faults.iter().filter_map(|(_, fault)| match fault {
        TruthFault::Short(bytes) => Some(u64::from(*bytes)),
        _ => None,
    });
    short.min().unwrap_or(len).min(len)
}

/// The server as `fuser` calls it.
pub(super) struct Server {
    shared: Arc<TruthShared>,
}

impl Server {
    pub(super) fn new(shared: Arc<TruthShared>) -> Self {
        Self { shared }
    }
}

impl Filesystem for Server {
    fn init(&mut self, _: &Request, config: &mut KernelConfig) -> io::Result<()> {
        // An old kernel serves a direct request in pieces, one after the other, without this.
        let _ = config.add_capabilities(InitFlags::FUSE_ASYNC_DIO);
        let _ = config.set_max_background(BACKGROUND);
        let _ = config.set_congestion_threshold(BACKGROUND);
        Ok(())
    }

    fn lookup(&self, _: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEntry) {
        if parent == INodeNo::ROOT && name == FILE {
            reply.entry(&FOR_LONG, &self.shared.attr(INO), Generation(0));
        } else {
            reply.error(Errno::ENOENT);
        }
    }

    fn getattr(&self, _: &Request, ino: INodeNo, _: Option<FileHandle>, reply: ReplyAttr) {
        reply.attr(&FOR_LONG, &self.shared.attr(ino));
    }

    fn open(&self, _: &Request, _: INodeNo, _: OpenFlags, reply: ReplyOpen) {
        // Past the page cache, and several writes at once.
        let flags = FopenFlags::FOPEN_DIRECT_IO | FopenFlags::FOPEN_PARALLEL_DIRECT_WRITES;
        reply.opened(FileHandle(0), flags);
    }

    fn read(
        &self,
        _: &Request,
        _: INodeNo,
        _: FileHandle,
        offset: u64,
        size: u32,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyData,
    ) {
        let arrived = Instant::now();
        let shared = Arc::clone(&self.shared);
        let result = shared.read(offset, u64::from(size));
        let timing = *self.shared.timing.lock().unwrap();
        let send = move || {
            shared.note(
                |account| &mut account.reads,
                arrived,
                u64::from(size),
                result.is_err(),
            );
            match result {
                Ok(data) => reply.data(&data),
                Err(error) => reply.error(error),
            }
        };
        self.shared
            .replies
            .serve(arrived, timing.read, timing.lanes, Box::new(send));
    }

    fn write(
        &self,
        _: &Request,
        _: INodeNo,
        _: FileHandle,
        offset: u64,
        data: &[u8],
        _: WriteFlags,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyWrite,
    ) {
        let arrived = Instant::now();
        let shared = Arc::clone(&self.shared);
        let len = data.len() as u64;
        let result = shared.write(offset, data);
        let timing = *self.shared.timing.lock().unwrap();
        let send = move || {
            shared.note(|account| &mut account.writes, arrived, len, result.is_err());
            match result {
                Ok(taken) => reply.written(taken),
                Err(error) => reply.error(error),
            }
        };
        self.shared
            .replies
            .serve(arrived, timing.write, timing.lanes, Box::new(send));
    }

    fn flush(&self, _: &Request, _: INodeNo, _: FileHandle, _: LockOwner, reply: ReplyEmpty) {
        reply.ok();
    }

    fn fsync(&self, _: &Request, _: INodeNo, _: FileHandle, _: bool, reply: ReplyEmpty) {
        let arrived = Instant::now();
        let timing = *self.shared.timing.lock().unwrap();
        let number = self.shared.flushes.fetch_add(1, Ordering::Relaxed) + 1;
        let is_slow = timing.sync.every > 0 && number.is_multiple_of(timing.sync.every);
        let latency = if is_slow {
            timing.sync.slow
        } else {
            timing.sync.usual
        };
        let shared = Arc::clone(&self.shared);
        let send = move || {
            shared.note(|account| &mut account.syncs, arrived, 0, false);
            reply.ok();
        };
        self.shared
            .replies
            .serve(arrived, latency, timing.lanes, Box::new(send));
    }
}
