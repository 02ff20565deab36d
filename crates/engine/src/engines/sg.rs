//! `sg`: SCSI commands through the generic interface.
//!
//! A block device takes one at a time (SG_IO), a generic device (`/dev/sgN`) a queue of them (write and read). Sizes of blocks are the
//! device's own; an I/O that is not a multiple of them is refused with `EINVAL`.

use std::io;
use std::os::fd::{AsRawFd, RawFd};

use fiord_job::plan::{PassthroughPlan, SgWriteMode};
use fiord_messages::{Sentence, run_errors as messages};
use fiord_targets::passthrough::scsi::{self, BlockRun, Cdb, Data, STREAM_ANSWER_BYTES, UNMAP_LIST_BYTES};
use fiord_targets::passthrough::sg::{self, Command, CommandsReach, FLAG_HIPRI, Move};

use crate::engines::engine::{CallError, Capabilities, Engine, Wait};
use crate::error::WorkerError;
use crate::io::{Completion, Queued, Request};
use fiord_workload::io::{Io, Op};
use fiord_workload::plan::{Target, TargetKind, WorkerPlan};

/// One device of a worker.
#[derive(Debug)]
struct Device {
    fd: RawFd,
    block_bytes: u32,
    stream: u16,
    /// The stream was opened by this worker.
    opened: bool,
}

/// What is sent for an I/O, apart from its buffer.
#[derive(Debug, PartialEq, Eq)]
struct Sent {
    cdb: Cdb,
    moved: Move,
    flags: u32,
    /// The list of an unmap, which goes in place of the buffer.
    list: Option<[u8; UNMAP_LIST_BYTES]>,
}

/// The command of an I/O; `None` where it is not whole blocks, or more than a command can name.
fn command_of(options: &PassthroughPlan, hipri: bool, device: &Device, io: &Io) -> Option<Sent> {
    let polled = if hipri { FLAG_HIPRI } else { 0 };
    let plain = |cdb, moved, flags| Sent {
        cdb,
        moved,
        flags,
        list: None,
    };
    let place = || BlockRun::of(io.offset, io.len, device.block_bytes);
    Some(match io.op {
        Op::Read => plain(scsi::read(place()?, options.read_fua), Move::In(io.len), polled),
        Op::Write => {
            let (place, mode) = (place()?, options.sg_write);
            if place.count > scsi::most_blocks(mode) {
                return None;
            }
            let (cdb, data) = scsi::write(mode, place, options.write_fua, device.stream);
            let moved = match data {
                Data::None => Move::Nothing,
                Data::All => Move::Out(io.len),
                Data::OneBlock => Move::Out(device.block_bytes),
            };
            let is_verify = matches!(
                mode,
                SgWriteMode::VerifyMedium | SgWriteMode::VerifyData | SgWriteMode::VerifyOneBlock
            );
            plain(cdb, moved, if is_verify { 0 } else { polled })
        }
        Op::Trim => {
            let (cdb, list) = scsi::unmap(place()?);
            Sent {
                cdb,
                moved: Move::Out(UNMAP_LIST_BYTES as u32),
                flags: 0,
                list: Some(list),
            }
        }
        Op::Fsync | Op::Fdatasync => plain(scsi::synchronize(), Move::Nothing, 0),
        Op::SyncFileRange => return None,
    })
}

/// The devices of a worker and how it talks to them.
#[derive(Debug)]
struct Devices {
    all: Box<[Device]>,
    options: PassthroughPlan,
    hipri: bool,
}

impl Devices {
    fn new(plan: &WorkerPlan) -> Result<Self, WorkerError> {
        let options = plan.job.engine.passthrough.clone();
        let mut all = Vec::with_capacity(plan.targets.len());
        for target in &plan.targets {
            all.push(device_of(target, &options, plan)?);
        }
        Ok(Self {
            all: all.into_boxed_slice(),
            options,
            hipri: plan.job.engine.hipri,
        })
    }

    fn get(&self, file: u32) -> Option<&Device> {
        self.all.get(file as usize)
    }

    /// Puts the command of a request together; the descriptor that it goes to, or the errno of one that cannot be sent.
    fn prepare(
        &self,
        request: &Request,
        command: &mut Command,
        list: &mut [u8; UNMAP_LIST_BYTES],
    ) -> Result<RawFd, i32> {
        let io = &request.io;
        let device = self.get(io.file).ok_or(libc::EBADF)?;
        let sent = command_of(&self.options, self.hipri, device, io).ok_or(libc::EINVAL)?;
        let buffer = match sent.list {
            Some(words) => {
                *list = words;
                list.as_mut_ptr()
            }
            None => request.buffer,
        };
        let done = if io.op.ddir().is_some() { io.len } else { 0 };
        // What a list or one block leaves over is not the I/O's.
        command.set(sent.cdb, sent.moved, buffer, done, sent.flags, request.slot);
        Ok(device.fd)
    }
}

fn device_of(target: &Target, options: &PassthroughPlan, plan: &WorkerPlan) -> Result<Device, WorkerError> {
    let fd = target.fd.as_ref().map_or(-1, AsRawFd::as_raw_fd);
    let fail = |what: Sentence, source| WorkerError::setup(what.after(target.path.display()), source);
    let read_capacity = |source| fail(Sentence::verbatim("READ CAPACITY"), source);
    let capacity = sg::capacity(fd).map_err(read_capacity)?;
    // Once more of what was opened: the name may lead elsewhere than when it was looked at.
    if target.kind == TargetKind::Block {
        let own_bytes =
            size_of_block(fd).map_err(|source| fail(Sentence::new(messages::device_size), source))?;
        if let CommandsReach::Another { bytes } = CommandsReach::of(capacity, own_bytes) {
            let what = Sentence::new(|lang| messages::CommandsReachDisk { bytes: &bytes }.text(lang));
            return Err(fail(what, io::Error::from_raw_os_error(libc::EINVAL)));
        }
    }
    let mut device = Device {
        fd,
        block_bytes: capacity.block_bytes,
        stream: options.stream_id,
        opened: false,
    };
    let writes = fiord_targets::files::changes_data(&plan.job);
    // FIO-DIFF(sg-stream)
    if writes && options.sg_write == SgWriteMode::WriteStream && device.stream == 0 {
        device.stream =
            open_stream(fd).map_err(|source| fail(Sentence::verbatim("STREAM CONTROL"), source))?;
        device.opened = true;
    }
    Ok(device)
}

fn size_of_block(fd: RawFd) -> io::Result<u64> {
    // SAFETY: moves the place of a descriptor of this worker's own, which no command looks at.
    match unsafe { libc::lseek(fd, 0, libc::SEEK_END) } {
        end @ 0.. => Ok(end as u64),
        _ => Err(io::Error::last_os_error()),
    }
}

fn open_stream(fd: RawFd) -> io::Result<u16> {
    let mut answer = [0_u8; STREAM_ANSWER_BYTES];
    let mut command = Command::new();
    let bytes = STREAM_ANSWER_BYTES as u32;
    command.set(
        scsi::open_stream(),
        Move::In(bytes),
        answer.as_mut_ptr(),
        bytes,
        0,
        0,
    );
    // SAFETY: the answer has room for what is asked for.
    match unsafe { command.run(fd) } {
        failed @ ..0 => Err(io::Error::from_raw_os_error(-failed)),
        _ => Ok(scsi::opened_stream(&answer)),
    }
}

impl Drop for Devices {
    fn drop(&mut self) {
        for device in self.all.iter().filter(|device| device.opened) {
            let mut command = Command::new();
            let cdb = scsi::close_stream(device.stream);
            command.set(cdb, Move::Nothing, std::ptr::null_mut(), 0, 0, 0);
            // SAFETY: nothing is moved. A stream that stays open costs the device a number, and nobody can do more about it here.
            unsafe { command.run(device.fd) };
        }
    }
}

/// Whether all targets are generic devices, which queue commands.
pub(crate) fn queues(plan: &WorkerPlan) -> bool {
    plan.targets.iter().all(|target| target.kind == TargetKind::Char)
}

/// One command at a time.
#[derive(Debug)]
pub(crate) struct SgInPlace {
    devices: Devices,
    command: Box<Command>,
    list: Box<[u8; UNMAP_LIST_BYTES]>,
}

impl SgInPlace {
    /// # Errors
    /// A target does not say how large its blocks are, or opens no stream.
    pub(crate) fn new(plan: &WorkerPlan) -> Result<Self, WorkerError> {
        Ok(Self {
            devices: Devices::new(plan)?,
            command: Box::default(),
            list: Box::new([0; UNMAP_LIST_BYTES]),
        })
    }
}

impl Engine for SgInPlace {
    const IN_PLACE: bool = true;

    fn queue(&mut self, request: &Request) -> Queued {
        let fd = match self.devices.prepare(request, &mut self.command, &mut self.list) {
            Ok(fd) => fd,
            Err(errno) => return Queued::Done(-errno),
        };
        // SAFETY: the buffer is valid until the slot completes, which is when this returns; the list is ours.
        Queued::Done(unsafe { self.command.run(fd) })
    }
}

/// A queue of commands on generic devices.
#[derive(Debug)]
pub(crate) struct SgQueued {
    devices: Devices,
    /// One per slot. The kernel holds pointers to those in flight.
    commands: Box<[Command]>,
    lists: Box<[[u8; UNMAP_LIST_BYTES]]>,
    in_flight: u32,
    /// Sent since the last `submit`.
    sent: u32,
    polled: Box<[libc::pollfd]>,
}

impl SgQueued {
    /// # Errors
    /// As of [`SgInPlace::new`].
    pub(crate) fn new(plan: &WorkerPlan, depth: u32) -> Result<Self, WorkerError> {
        Ok(Self::over(Devices::new(plan)?, depth))
    }

    fn over(devices: Devices, depth: u32) -> Self {
        let polled = devices.all.iter().map(|device| libc::pollfd {
            fd: device.fd,
            events: libc::POLLIN,
            revents: 0,
        });
        let polled = polled.collect();
        Self {
            devices,
            commands: (0..depth).map(|_| Command::new()).collect(),
            lists: vec![[0; UNMAP_LIST_BYTES]; depth as usize].into_boxed_slice(),
            in_flight: 0,
            sent: 0,
            polled,
        }
    }

    /// Sleeps until a device has an answer; `false` when a signal or the time came first.
    fn wait(&mut self, timeout_ms: i32) -> Result<bool, CallError> {
        // SAFETY: the list is ours, with its own length.
        let ready = unsafe { libc::poll(self.polled.as_mut_ptr(), self.polled.len() as _, timeout_ms) };
        if ready >= 0 {
            return Ok(ready > 0);
        }
        match io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO) {
            libc::EINTR | libc::EAGAIN => Ok(false),
            errno => Err(CallError { call: "poll", errno }),
        }
    }

    /// Takes the answers of devices that have one.
    fn collect(&mut self, out: &mut [Completion]) -> Result<usize, CallError> {
        let mut count = 0;
        for polled in &self.polled {
            while polled.revents != 0 && count < out.len() {
                // Without this a read would sleep where the last answer was taken already.
                let mut again = *polled;
                // SAFETY: one entry of ours, and no wait.
                if unsafe { libc::poll(&raw mut again, 1, 0) } <= 0 || again.revents == 0 {
                    break;
                }
                let received = sg::receive(polled.fd, &mut self.commands).map_err(|error| CallError {
                    call: "read",
                    errno: error.raw_os_error().unwrap_or(libc::EIO),
                })?;
                let Some((slot, result)) = received else {
                    break;
                };
                out[count] = Completion { slot, result };
                count += 1;
            }
        }
        self.in_flight -= count as u32;
        Ok(count)
    }
}

impl Engine for SgQueued {
    const IN_PLACE: bool = false;

    fn queue(&mut self, request: &Request) -> Queued {
        let slot = request.slot as usize;
        let (Some(command), Some(list)) = (self.commands.get_mut(slot), self.lists.get_mut(slot)) else {
            return Queued::Busy;
        };
        let fd = match self.devices.prepare(request, command, list) {
            Ok(fd) => fd,
            Err(errno) => return Queued::Done(-errno),
        };
        // SAFETY: command, list and buffer stay where they are until the slot completes; `drop` waits for those in flight.
        match unsafe { command.send(fd) } {
            Ok(()) => {
                self.sent += 1;
                self.in_flight += 1;
                Queued::Pending
            }
            // FIO-DIFF(sg-deep): a generic device queues 16 commands per descriptor and no more; fio fails with the next.
            Err(error) => match error.raw_os_error().unwrap_or(libc::EIO) {
                libc::EDOM | libc::EAGAIN if self.in_flight > 0 => Queued::Busy,
                errno => Queued::Done(-errno),
            },
        }
    }

    fn submit(&mut self) -> Result<u32, CallError> {
        Ok(std::mem::take(&mut self.sent))
    }

    fn reap(&mut self, wait: Wait, out: &mut [Completion]) -> Result<u32, CallError> {
        let mut count = 0;
        let (least, timeout_ms) = match wait {
            Wait::Poll => (0, 0),
            Wait::AtLeast(least) => (least as usize, -1),
            Wait::ForNs(ns) => (1, i32::try_from(ns.div_ceil(1_000_000)).unwrap_or(i32::MAX)),
        };
        loop {
            let enough = count >= least.min(out.len());
            if self.in_flight == 0 || count == out.len() {
                break;
            }
            if !self.wait(if enough { 0 } else { timeout_ms })? {
                break;
            }
            let more = self.collect(&mut out[count..])?;
            count += more;
            if enough || more == 0 {
                break;
            }
        }
        Ok(count as u32)
    }

    fn depth(&self) -> u32 {
        self.commands.len() as u32
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            groups: true,
            counts_batches: true,
        }
    }
}

impl Drop for SgQueued {
    /// The device writes into buffers until its commands have ended; they have a limit of time.
    fn drop(&mut self) {
        let mut done = [Completion { slot: 0, result: 0 }; 16];
        while self.in_flight > 0 {
            match self.reap(Wait::AtLeast(1), &mut done) {
                Ok(_) => {}
                Err(_) => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// A device that was not asked how large it is.
    fn unasked(fd: RawFd, plan: &WorkerPlan) -> Devices {
        let device = Device {
            fd,
            block_bytes: 512,
            stream: 0,
            opened: false,
        };
        Devices {
            all: Box::new([device]),
            options: plan.job.engine.passthrough.clone(),
            hipri: plan.job.engine.hipri,
        }
    }

    impl SgInPlace {
        pub(crate) fn on(fd: RawFd, plan: &WorkerPlan) -> Self {
            Self {
                devices: unasked(fd, plan),
                command: Box::default(),
                list: Box::new([0; UNMAP_LIST_BYTES]),
            }
        }
    }

    impl SgQueued {
        pub(crate) fn on(fd: RawFd, plan: &WorkerPlan, depth: u32) -> Self {
            Self::over(unasked(fd, plan), depth)
        }
    }

    const DEVICE: Device = Device {
        fd: -1,
        block_bytes: 512,
        stream: 9,
        opened: false,
    };

    fn io(op: Op, offset: u64, len: u32) -> Io {
        Io {
            op,
            file: 0,
            offset,
            len,
        }
    }

    fn sent(options: &PassthroughPlan, io: Io) -> Option<Sent> {
        command_of(options, true, &DEVICE, &io)
    }

    #[test]
    fn each_operation_has_its_command() {
        let options = PassthroughPlan {
            read_fua: true,
            write_fua: true,
            ..PassthroughPlan::default()
        };
        let read = sent(&options, io(Op::Read, 8192, 4096)).unwrap();
        assert_eq!(read.cdb.bytes(), [0x28, 8, 0, 0, 0, 16, 0, 0, 8, 0]);
        assert_eq!((read.moved, read.flags), (Move::In(4096), FLAG_HIPRI));
        let write = sent(&options, io(Op::Write, 8192, 4096)).unwrap();
        assert_eq!(write.cdb.bytes()[..2], [0x2a, 8]);
        assert_eq!((write.moved, write.flags), (Move::Out(4096), FLAG_HIPRI));
        let trim = sent(&options, io(Op::Trim, 8192, 4096)).unwrap();
        assert_eq!(
            (trim.cdb.bytes()[0], trim.moved, trim.flags),
            (0x42, Move::Out(24), 0)
        );
        assert_eq!(trim.list.unwrap()[8..20], [0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 8]);
        for op in [Op::Fsync, Op::Fdatasync] {
            let sync = sent(&options, io(op, 0, 0)).unwrap();
            assert_eq!((sync.cdb.bytes()[0], sync.moved), (0x35, Move::Nothing));
        }
        assert_eq!(sent(&options, io(Op::SyncFileRange, 0, 4096)), None);
        assert_eq!(sent(&options, io(Op::Read, 100, 4096)), None);
        assert_eq!(sent(&options, io(Op::Write, 0, 100)), None);
    }

    #[test]
    fn only_what_a_command_takes_goes_with_it() {
        let with = |sg_write| PassthroughPlan {
            sg_write,
            ..PassthroughPlan::default()
        };
        let moved = |mode| {
            let sent = sent(&with(mode), io(Op::Write, 0, 4096)).unwrap();
            (sent.moved, sent.flags)
        };
        assert_eq!(moved(SgWriteMode::WriteSame), (Move::Out(512), FLAG_HIPRI));
        assert_eq!(moved(SgWriteMode::WriteSameNoData), (Move::Nothing, FLAG_HIPRI));
        assert_eq!(moved(SgWriteMode::VerifyData), (Move::Out(4096), 0));
        assert_eq!(moved(SgWriteMode::VerifyOneBlock), (Move::Out(512), 0));
        let stream = with(SgWriteMode::WriteStream);
        let sent_stream = sent(&stream, io(Op::Write, 0, 4096)).unwrap();
        assert_eq!(sent_stream.cdb.bytes()[10..14], [0, 9, 0, 8]);
        assert_eq!(sent(&stream, io(Op::Write, 0, 65_536 * 512)), None);
    }
}
