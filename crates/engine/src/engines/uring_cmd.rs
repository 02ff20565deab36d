//! `io_uring_cmd`: NVMe commands to generic devices (`/dev/ngXnY`) through a ring with large entries.
//!
//! Sizes of blocks are the namespace's own; an I/O that is not a multiple of them is refused with `EINVAL`.

use std::io;
use std::os::fd::{AsRawFd, RawFd};

use fiord_job::plan::{DataPlacement, NvmeWriteMode, PassthroughPlan};
use fiord_messages::{Sentence, run_errors as messages};
use fiord_targets::passthrough::metadata::{Carried, CommandData, MetadataBuffers, refused};
use fiord_targets::passthrough::nvme::{
    MOST_BLOCKS, NvmeCommand, URING_IO, URING_IO_VEC, WriteKind, found_other_data,
};
use fiord_targets::passthrough::nvme_ioctl;
use fiord_targets::passthrough::ranges::RangeLists;
use fiord_targets::passthrough::scsi::BlockRun;
use io_uring::{IoUring, cqueue, opcode, squeue, types};

use super::directive::Directives;
use super::io_uring::{Reaped, build, enter, reap_from, ring_failed, wait_for, wait_on};
use crate::data::buffers::SlotBuffers;
use crate::engines::engine::{CallError, Capabilities, Engine, Wait};
use crate::error::WorkerError;
use crate::io::{Completion, Queued, Request};
use fiord_workload::io::{Io, Op};
use fiord_workload::plan::{Target, WorkerPlan};
use fiord_workload::rng::Rng;

/// One namespace of a worker.
#[derive(Debug)]
struct Device {
    fd: RawFd,
    nsid: u32,
    block_bytes: u32,
    writes: Writes,
    placement: Directives,
    carried: Carried,
}

/// What the next write is.
#[derive(Debug)]
struct Writes {
    /// With their percentages; one or more.
    kinds: Box<[(WriteKind, u8)]>,
    rng: Rng,
}

impl Writes {
    fn new(options: &PassthroughPlan, seed: u64) -> Self {
        const OF_WRITES: u64 = 0x7772_6974_6573;
        let split = options.nvme_write_split.iter();
        let mut kinds: Vec<(WriteKind, u8)> = split
            .map(|share| (kind_of(options, share.mode), share.percent))
            .collect();
        if kinds.is_empty() {
            kinds.push((kind_of(options, options.nvme_write), 100));
        }
        Self {
            kinds: kinds.into_boxed_slice(),
            rng: Rng::from_seed(seed ^ OF_WRITES),
        }
    }

    fn next(&mut self) -> WriteKind {
        let (last, before) = match &*self.kinds {
            [] => return WriteKind::Write,
            [only] => return only.0,
            [before @ .., last] => (last, before),
        };
        let mut drawn = self.rng.below(100);
        for (kind, percent) in before {
            match drawn.checked_sub(u64::from(*percent)) {
                None => return *kind,
                Some(left) => drawn = left,
            }
        }
        last.0
    }
}

/// What goes with a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goes {
    Nothing,
    Buffer,
    /// The list of ranges of this slot.
    Ranges,
}

const fn kind_of(options: &PassthroughPlan, mode: NvmeWriteMode) -> WriteKind {
    match mode {
        NvmeWriteMode::Write => WriteKind::Write,
        NvmeWriteMode::Uncorrectable => WriteKind::Uncorrectable,
        NvmeWriteMode::Zeroes => WriteKind::Zeroes {
            deallocate: options.deallocate,
        },
        NvmeWriteMode::Verify => WriteKind::Verify,
    }
}

/// The command of an I/O; `None` where it is not whole blocks, or more than a command can name. `ranges`: how many a trim has.
fn command_of(
    options: &PassthroughPlan,
    device: &mut Device,
    io: &Io,
    ranges: u32,
) -> Option<(NvmeCommand, Goes)> {
    let nsid = device.nsid;
    let blocks = BlockRun::of(io.offset, io.len, device.block_bytes).filter(|place| place.count > 0);
    let place = || blocks.filter(|place| place.count <= MOST_BLOCKS);
    Some(match io.op {
        Op::Read if options.compare => (
            NvmeCommand::compare(nsid, place()?, options.read_fua),
            Goes::Buffer,
        ),
        Op::Read => (NvmeCommand::read(nsid, place()?, options.read_fua), Goes::Buffer),
        Op::Write => {
            let kind = device.writes.next();
            let to = device.placement.next(io.offset);
            let command = NvmeCommand::write(kind, nsid, place()?, options.write_fua, to);
            let goes = if kind.moves_data() {
                Goes::Buffer
            } else {
                Goes::Nothing
            };
            (command, goes)
        }
        Op::Trim if ranges == 0 => return None,
        Op::Trim => (NvmeCommand::deallocate(nsid, ranges), Goes::Ranges),
        // FIO-DIFF(nvme-sync-trim)
        Op::Fsync | Op::Fdatasync => (NvmeCommand::flush(nsid), Goes::Nothing),
        Op::SyncFileRange => return None,
    })
}

/// `force_async`: every so many entries one, and how many come before the next.
struct Forced {
    every: u32,
    left: u32,
}

/// See the module.
pub(crate) struct UringCmd {
    ring: IoUring<squeue::Entry128, cqueue::Entry32>,
    devices: Box<[Device]>,
    options: PassthroughPlan,
    depth: u32,
    /// Pushed to the submission ring and not yet handed over.
    queued: u32,
    /// Handed over and not yet collected.
    in_kernel: u32,
    fixed_buffers: bool,
    fixed_files: bool,
    sq_poll: bool,
    io_poll: bool,
    forced: Forced,
    /// Vectors for `nonvectored=0`, one per slot.
    vectors: Box<[libc::iovec]>,
    /// Ranges of trims.
    ranges: RangeLists,
    /// What each slot's I/O has done when its command ends well, in bytes.
    lens: Box<[u32]>,
    metadata: MetadataBuffers,
}

impl UringCmd {
    /// # Errors
    /// The kernel refuses the ring, a target is another thing than an NVMe namespace, or has not what the job asks for.
    pub(crate) fn new(plan: &WorkerPlan, depth: u32, buffers: &SlotBuffers) -> Result<Self, WorkerError> {
        let mut devices = Vec::with_capacity(plan.targets.len());
        for target in &plan.targets {
            devices.push(device_of(target, plan)?);
        }
        Self::over(devices, plan, depth, buffers)
    }

    fn over(
        devices: Vec<Device>,
        plan: &WorkerPlan,
        depth: u32,
        buffers: &SlotBuffers,
    ) -> Result<Self, WorkerError> {
        let engine = &plan.job.engine;
        let ring = build(plan, depth).map_err(|source| ring_failed(depth, source))?;
        if engine.fixedbufs {
            let vectors: Vec<libc::iovec> = (0..depth)
                .map(|slot| libc::iovec {
                    iov_base: buffers.slot(slot).cast(),
                    iov_len: buffers.slot_bytes(),
                })
                .collect();
            // SAFETY: the buffers outlive the ring: the worker drops its engine first.
            unsafe { ring.submitter().register_buffers(&vectors) }
                .map_err(|source| WorkerError::setup(messages::register_buffers, source))?;
        }
        if engine.registerfiles {
            let all: Vec<RawFd> = devices.iter().map(|device| device.fd).collect();
            ring.submitter()
                .register_files(&all)
                .map_err(|source| WorkerError::setup(messages::register_files, source))?;
        }
        let nowhere = libc::iovec {
            iov_base: std::ptr::null_mut(),
            iov_len: 0,
        };
        // As in fio, registered buffers are never vectors.
        let vectors = if engine.nonvectored || engine.fixedbufs {
            0
        } else {
            depth as usize
        };
        Ok(Self {
            ring,
            devices: devices.into_boxed_slice(),
            options: engine.passthrough.clone(),
            depth,
            queued: 0,
            in_kernel: 0,
            fixed_buffers: engine.fixedbufs,
            fixed_files: engine.registerfiles,
            sq_poll: engine.sqthread.on,
            io_poll: engine.hipri,
            forced: Forced {
                every: engine.force_async,
                left: engine.force_async,
            },
            vectors: vec![nowhere; vectors].into_boxed_slice(),
            ranges: RangeLists::new(engine.passthrough.trim_ranges, depth),
            lens: vec![0; depth as usize].into_boxed_slice(),
            metadata: MetadataBuffers::new(&engine.passthrough.metadata, depth),
        })
    }

    /// The entry of a request; `None` where no command can do it.
    fn entry(&mut self, request: &Request) -> Option<squeue::Entry128> {
        let (io, slot) = (&request.io, request.slot as usize);
        let device = self.devices.get_mut(io.file as usize)?;
        if io.op == Op::Trim && !self.ranges.has_several() {
            self.ranges
                .put(request.slot, [(io.offset, io.len)], device.block_bytes);
        }
        let ranges = self.ranges.of(request.slot, (io.offset, io.len));
        let (mut command, goes) = command_of(&self.options, device, io, ranges.len() as u32)?;
        *self.lens.get_mut(slot)? = if io.op.ddir().is_some() { io.len } else { 0 };
        let mut call = URING_IO;
        let mut fixed = None;
        match goes {
            Goes::Nothing => {}
            Goes::Ranges => command.addr = ranges.as_ptr() as u64,
            Goes::Buffer => {
                // The data of a COMPARE go to the device, too.
                let writes = io.op == Op::Write || self.options.compare;
                let moved = CommandData {
                    file: io.file,
                    slot: request.slot,
                    offset: io.offset,
                    len: io.len,
                    buffer: request.buffer,
                };
                self.metadata.add(&mut command, &device.carried, &moved, writes)?;
                (command.addr, command.data_len) = (request.buffer as u64, io.len);
                if let Some(vector) = self.vectors.get_mut(slot) {
                    *vector = libc::iovec {
                        iov_base: request.buffer.cast(),
                        iov_len: io.len as usize,
                    };
                    (command.addr, command.data_len) = (std::ptr::from_ref(vector) as u64, 1);
                    call = URING_IO_VEC;
                }
                fixed = self.fixed_buffers.then_some(request.slot as u16);
            }
        }
        let entry = if self.fixed_files {
            opcode::UringCmd80::new(types::Fixed(io.file), call)
                .cmd(command.bytes())
                .buf_index(fixed)
                .build()
        } else {
            opcode::UringCmd80::new(types::Fd(device.fd), call)
                .cmd(command.bytes())
                .buf_index(fixed)
                .build()
        };
        let entry = entry.user_data(u64::from(request.slot));
        if self.forced.every == 0 {
            return Some(entry);
        }
        self.forced.left -= 1;
        if self.forced.left > 0 {
            return Some(entry);
        }
        self.forced.left = self.forced.every;
        // The crate's flags replace those that are set; only one is used here.
        let flags = if self.fixed_files {
            squeue::Flags::ASYNC | squeue::Flags::FIXED_FILE
        } else {
            squeue::Flags::ASYNC
        };
        Some(entry.flags(flags))
    }
}

impl Reaped for UringCmd {
    fn drain(&mut self, out: &mut [Completion]) -> usize {
        let mut count = 0;
        let mut queue = self.ring.completion();
        while count < out.len() {
            let Some(entry) = queue.next() else { break };
            let slot = entry.user_data() as u32;
            out[count] = Completion {
                slot,
                result: match entry.result() {
                    0 => self.lens.get(slot as usize).map_or(0, |len| *len as i32),
                    status @ 1.. if self.options.compare && found_other_data(status as u32) => {
                        self.metadata.found_other_data();
                        -libc::EILSEQ
                    }
                    // FIO-DIFF(nvme-status): fio shows the device's status as if it were an errno.
                    1.. => -libc::EIO,
                    errno => errno,
                },
            };
            count += 1;
        }
        for done in out[..count].iter_mut().filter(|done| done.result > 0) {
            let of = |file: u32| self.devices.get(file as usize).map(|device| &device.carried);
            if !self.metadata.is_right(done.slot, of) {
                done.result = -libc::EILSEQ;
            }
        }
        count
    }

    fn wait(&mut self, least: u32) -> Result<(), CallError> {
        wait_on(&self.ring, least)
    }

    fn wait_for(&mut self, ns: u64) -> Result<(), CallError> {
        if self.queued > 0 {
            // A timed wait would hand over what is queued behind the back of `submit`.
            return self.wait(0);
        }
        wait_for(&self.ring, ns)
    }

    fn in_kernel(&mut self) -> &mut u32 {
        &mut self.in_kernel
    }

    fn is_polled(&self) -> bool {
        self.io_poll
    }
}

/// Why the device does not take trims of so many ranges; of those of one it says so itself.
fn too_many_ranges(fd: RawFd, block_bytes: u32, plan: &WorkerPlan) -> Option<Sentence> {
    let ranges = plan.job.engine.passthrough.trim_ranges;
    if ranges <= 1 {
        return None;
    }
    let blocks = plan.job.access.max_block_bytes() / u64::from(block_bytes.max(1));
    nvme_ioctl::deallocation_limits(fd).refuses(ranges, blocks)
}

fn device_of(target: &Target, plan: &WorkerPlan) -> Result<Device, WorkerError> {
    let fd = target.fd.as_ref().map_or(-1, AsRawFd::as_raw_fd);
    let fail = |what: Sentence, source| WorkerError::setup(what.after(target.path.display()), source);
    let identify = |source| fail(Sentence::verbatim("IDENTIFY"), source);
    let (nsid, namespace) = nvme_ioctl::identify(fd).map_err(identify)?;
    let carried = Carried::of(fd, nsid, &namespace, &plan.job).map_err(|refusal| {
        let (words, source) = refused(refusal);
        fail(words, source)
    })?;
    let options = &plan.job.engine.passthrough;
    if let Some(why) = too_many_ranges(fd, namespace.block_bytes, plan) {
        return Err(fail(why, io::Error::from_raw_os_error(libc::EINVAL)));
    }
    let writes = fiord_targets::files::changes_data(&plan.job);
    let handles = if writes && options.directive.kind == DataPlacement::Fdp {
        nvme_ioctl::placement(fd, nsid)
            .map_err(|source| fail(Sentence::new(messages::placement_read), source))?
    } else {
        Vec::new()
    };
    let placement = if writes {
        Directives::new(&options.directive, handles, plan.seed)
            .map_err(|words| fail(words, io::Error::from_raw_os_error(libc::EINVAL)))?
    } else {
        Directives::None
    };
    Ok(Device {
        fd,
        nsid,
        block_bytes: namespace.block_bytes,
        writes: Writes::new(options, plan.seed),
        placement,
        carried,
    })
}

impl Engine for UringCmd {
    const IN_PLACE: bool = false;

    fn take_ranges(&mut self, slot: u32, places: &[Io]) {
        let device = places
            .first()
            .and_then(|first| self.devices.get(first.file as usize));
        let block_bytes = device.map_or(0, |device| device.block_bytes);
        let places = places.iter().map(|place| (place.offset, place.len));
        self.ranges.put(slot, places, block_bytes);
    }

    fn queue(&mut self, request: &Request) -> Queued {
        let Some(entry) = self.entry(request) else {
            return if self.queued > 0 {
                Queued::Busy
            } else {
                Queued::Done(-libc::EINVAL)
            };
        };
        // SAFETY: the buffer, the vector in front of it, or the list of ranges is valid until the slot completes.
        match unsafe { self.ring.submission().push(&entry) } {
            Ok(()) => {
                self.queued += 1;
                Queued::Pending
            }
            Err(_) => Queued::Busy,
        }
    }

    fn submit(&mut self) -> Result<u32, CallError> {
        let taken = enter(&mut self.ring, self.queued, self.sq_poll)?;
        self.queued -= taken;
        self.in_kernel += taken;
        Ok(taken)
    }

    fn reap(&mut self, wait: Wait, out: &mut [Completion]) -> Result<u32, CallError> {
        reap_from(self, wait, out)
    }

    fn take_reason(&mut self) -> Option<Sentence> {
        self.metadata.take_reason()
    }

    fn all_done(&mut self) -> bool {
        self.ring.completion().len() == self.in_kernel as usize
    }

    fn depth(&self) -> u32 {
        self.depth
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            groups: true,
            counts_batches: true,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use fiord_job::plan::{EngineKind, JobPlan, NvmeWriteShare};
    use fiord_targets::passthrough::nvme::{Namespace, range};

    /// What goes with blocks without metadata.
    fn nothing() -> Carried {
        let namespace = Namespace {
            blocks: 1 << 20,
            block_bytes: 512,
            metadata_bytes: 0,
            is_interleaved: false,
            protection: 0,
            protection_first: false,
            format: 0,
        };
        Carried::of(-1, 1, &namespace, &JobPlan::new("bare")).unwrap()
    }

    impl UringCmd {
        /// On a device that was not asked what it is.
        pub(crate) fn on(
            fd: RawFd,
            plan: &WorkerPlan,
            depth: u32,
            buffers: &SlotBuffers,
        ) -> Result<Self, WorkerError> {
            let device = Device {
                fd,
                nsid: 1,
                block_bytes: 512,
                writes: Writes::new(&plan.job.engine.passthrough, plan.seed),
                placement: Directives::None,
                carried: nothing(),
            };
            Self::over(vec![device], plan, depth, buffers)
        }
    }

    fn device(options: &PassthroughPlan) -> Device {
        Device {
            fd: -1,
            nsid: 3,
            block_bytes: 512,
            writes: Writes::new(options, 1),
            placement: Directives::None,
            carried: nothing(),
        }
    }

    fn io(op: Op, offset: u64, len: u32) -> Io {
        Io {
            op,
            file: 0,
            offset,
            len,
        }
    }

    fn command(options: &PassthroughPlan, io: Io) -> Option<(NvmeCommand, Goes)> {
        command_of(options, &mut device(options), &io, 1)
    }

    #[test]
    fn each_operation_has_its_command() {
        let options = PassthroughPlan {
            read_fua: true,
            ..PassthroughPlan::default()
        };
        let (read, goes) = command(&options, io(Op::Read, 8192, 4096)).unwrap();
        assert_eq!((read.opcode, read.nsid, read.cdw[0]), (2, 3, 16));
        assert_eq!((read.cdw[2], goes), (0x4000_0007, Goes::Buffer));
        let compares = PassthroughPlan {
            compare: true,
            ..PassthroughPlan::default()
        };
        let (compare, goes) = command(&compares, io(Op::Read, 8192, 4096)).unwrap();
        assert_eq!((compare.opcode, compare.cdw[0], goes), (5, 16, Goes::Buffer));
        let (write, goes) = command(&options, io(Op::Write, 8192, 4096)).unwrap();
        assert_eq!((write.opcode, write.cdw[2], goes), (1, 7, Goes::Buffer));
        let (trim, goes) = command(&options, io(Op::Trim, 8192, 4096)).unwrap();
        assert_eq!((trim.opcode, trim.cdw[0], goes), (9, 0, Goes::Ranges));
        for op in [Op::Fsync, Op::Fdatasync] {
            let (flush, goes) = command(&options, io(op, 0, 0)).unwrap();
            assert_eq!((flush.opcode, flush.nsid, goes), (0, 3, Goes::Nothing));
        }
        for (op, offset, len) in [
            (Op::SyncFileRange, 0, 4096),
            (Op::Read, 100, 4096),
            (Op::Write, 0, 100),
            (Op::Read, 0, 512 * (MOST_BLOCKS + 1)),
        ] {
            assert_eq!(command(&options, io(op, offset, len)), None);
        }
    }

    #[test]
    fn a_write_is_what_write_mode_says() {
        let with = |nvme_write, deallocate| PassthroughPlan {
            nvme_write,
            deallocate,
            ..PassthroughPlan::default()
        };
        let sent = |mode, deallocate| {
            let (command, goes) = command(&with(mode, deallocate), io(Op::Write, 0, 4096)).unwrap();
            (command.opcode, command.cdw[2], goes)
        };
        assert_eq!(sent(NvmeWriteMode::Uncorrectable, false), (4, 7, Goes::Nothing));
        assert_eq!(sent(NvmeWriteMode::Zeroes, false), (8, 7, Goes::Nothing));
        assert_eq!(sent(NvmeWriteMode::Zeroes, true), (8, 0x0200_0007, Goes::Nothing));
        assert_eq!(sent(NvmeWriteMode::Verify, false), (12, 7, Goes::Nothing));
    }

    #[test]
    fn several_kinds_of_write_come_as_often_as_their_percentages_say() {
        let share = |mode, percent| NvmeWriteShare { mode, percent };
        let options = PassthroughPlan {
            nvme_write_split: vec![
                share(NvmeWriteMode::Write, 60),
                share(NvmeWriteMode::Zeroes, 30),
                share(NvmeWriteMode::Uncorrectable, 10),
            ],
            ..PassthroughPlan::default()
        };
        let mut device = device(&options);
        let mut counts = [0_u32; 16];
        for at in 0..10_000 {
            let (command, goes) =
                command_of(&options, &mut device, &io(Op::Write, at * 4096, 4096), 0).unwrap();
            counts[usize::from(command.opcode)] += 1;
            assert_eq!(
                goes == Goes::Buffer,
                command.opcode == 1,
                "data go with a plain write"
            );
        }
        let [write, uncor, zeroes] = [1, 4, 8].map(|opcode| counts[opcode]);
        assert_eq!(write + uncor + zeroes, 10_000);
        assert!((5_700..6_300).contains(&write), "{write}");
        assert!((2_700..3_300).contains(&zeroes), "{zeroes}");
        assert!((800..1_200).contains(&uncor), "{uncor}");
    }

    #[test]
    fn a_trim_of_several_ranges_has_them_in_its_list() {
        use std::os::fd::AsRawFd;
        let null = std::fs::File::open("/dev/null").unwrap();
        let mut job = JobPlan::new("ranges");
        job.engine.kind = EngineKind::UringCmd;
        job.access.mode = fiord_job::plan::AccessMode::RandTrim;
        job.engine.passthrough.trim_ranges = 4;
        let plan = crate::worker::tests::handmade::plan(job, 1 << 20, 1 << 20, 1);
        let buffers = SlotBuffers::map(&plan.job.buffers, 2, 4096).unwrap();
        let mut engine = UringCmd::on(null.as_raw_fd(), &plan, 2, &buffers).unwrap();
        let places = [
            io(Op::Trim, 8192, 4096),
            io(Op::Trim, 0, 512),
            io(Op::Trim, 1 << 19, 4096),
        ];
        let request = |slot, len| Request {
            io: io(Op::Trim, 8192, len),
            slot,
            buffer: std::ptr::null_mut(),
        };
        let whole = request(1, 4096 + 512 + 4096);
        engine.take_ranges(1, &places);
        assert!(engine.entry(&whole).is_some());
        assert_eq!(engine.lens[1], whole.io.len);
        let list = engine.ranges.of(1, (whole.io.offset, whole.io.len));
        let expected = [(16, 8), (0, 1), (1024, 8)].map(|(lba, count)| range(BlockRun { lba, count }));
        assert_eq!(list, expected);
        let (command, goes) = command_of(&engine.options, &mut engine.devices[0], &whole.io, 3).unwrap();
        assert_eq!((command.opcode, command.cdw[0], command.cdw[1]), (9, 2, 4));
        assert_eq!((command.data_len, goes), (48, Goes::Ranges));
        // Nobody said where these go: the slot has no list, or that of another trim.
        assert!(engine.entry(&request(0, 4096)).is_none());
        assert!(engine.entry(&request(1, 4096)).is_none());
    }
}
