//! The generic SCSI interface, version 3 (`scsi/sg.h`): commands by SG_IO, or by write and read.

use std::io;
use std::os::fd::RawFd;

use crate::passthrough::scsi::{self, CAPACITY_BYTES, Capacity, Cdb, Sense};

const SG_IO: libc::c_ulong = 0x2285;
const INTERFACE: i32 = b'S' as i32;
const DXFER_NONE: i32 = -1;
const DXFER_TO_DEV: i32 = -2;
const DXFER_FROM_DEV: i32 = -3;

/// Flag of a request that is polled for (`SGV4_FLAG_HIPRI`); drivers that do not know it ignore it.
pub const FLAG_HIPRI: u32 = 0x800;

/// How long a device may take for a command, in milliseconds.
const TIMEOUT_MS: u32 = 60_000;

/// Bytes of sense data that are asked for.
const SENSE_BYTES: usize = 64;

/// What a command moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    Nothing,
    /// So many bytes from the device.
    In(u32),
    /// So many bytes to the device.
    Out(u32),
}

/// `struct sg_io_hdr`
#[repr(C)]
#[derive(Debug)]
struct Header {
    interface_id: i32,
    dxfer_direction: i32,
    cmd_len: u8,
    mx_sb_len: u8,
    iovec_count: u16,
    dxfer_len: u32,
    dxferp: *mut u8,
    cmdp: *const u8,
    sbp: *mut u8,
    timeout: u32,
    flags: u32,
    pack_id: i32,
    usr_ptr: *mut u8,
    answer: Answer,
}

/// What the kernel writes at the end of a `struct sg_io_hdr`.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
struct Answer {
    status: u8,
    masked_status: u8,
    msg_status: u8,
    sb_len_wr: u8,
    host_status: u16,
    driver_status: u16,
    resid: i32,
    duration: u32,
    info: u32,
}

/// One command on its way: the kernel's header with all that it points to, so that it must stay where it is.
#[derive(Debug)]
pub struct Command {
    header: Header,
    cdb: Cdb,
    sense: [u8; SENSE_BYTES],
    len: u32,
}

// SAFETY: the pointers are to itself and to a buffer that its owner keeps; nothing is tied to a thread.
unsafe impl Send for Command {}

impl Default for Command {
    fn default() -> Self {
        Self::new()
    }
}

impl Command {
    /// One that nobody has sent.
    pub fn new() -> Self {
        Self {
            header: Header {
                interface_id: INTERFACE,
                dxfer_direction: DXFER_NONE,
                cmd_len: 0,
                mx_sb_len: SENSE_BYTES as u8,
                iovec_count: 0,
                dxfer_len: 0,
                dxferp: std::ptr::null_mut(),
                cmdp: std::ptr::null(),
                sbp: std::ptr::null_mut(),
                timeout: TIMEOUT_MS,
                flags: 0,
                pack_id: 0,
                usr_ptr: std::ptr::null_mut(),
                answer: Answer::default(),
            },
            cdb: scsi::synchronize(),
            sense: [0; SENSE_BYTES],
            len: 0,
        }
    }

    /// Makes it a new command. `len`: the bytes of the I/O that it stands for; `id` comes back with the answer.
    pub fn set(&mut self, cdb: Cdb, moved: Move, buffer: *mut u8, len: u32, flags: u32, id: u32) {
        (self.cdb, self.len) = (cdb, len);
        let header = &mut self.header;
        let (direction, bytes) = match moved {
            Move::Nothing => (DXFER_NONE, 0),
            Move::In(bytes) => (DXFER_FROM_DEV, bytes),
            Move::Out(bytes) => (DXFER_TO_DEV, bytes),
        };
        (header.dxfer_direction, header.dxfer_len) = (direction, bytes);
        header.dxferp = if bytes == 0 { std::ptr::null_mut() } else { buffer };
        header.flags = flags;
        header.pack_id = id as i32;
        header.cmd_len = self.cdb.bytes().len() as u8;
        header.answer = Answer::default();
    }

    /// Points the header to where the command lies now.
    fn aim(&mut self) {
        self.header.cmdp = self.cdb.bytes().as_ptr();
        self.header.sbp = self.sense.as_mut_ptr();
    }

    /// Sends it and waits for its end; the result as in a completion entry: bytes, or the negative errno.
    ///
    /// # Safety
    /// The buffer that was set is valid for what the command moves.
    pub unsafe fn run(&mut self, fd: RawFd) -> i32 {
        /// A device that was reset says so to the next command, once per kind of news.
        const ATTEMPTS: u32 = 3;
        for _ in 0..ATTEMPTS {
            self.aim();
            // SAFETY: the header is the kernel's, what it points to is ours or, by contract, the caller's.
            if unsafe { libc::ioctl(fd, SG_IO as _, &raw mut self.header) } < 0 {
                return -io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO);
            }
            if !self.sense().is_some_and(|sense| sense.is_news()) {
                break;
            }
        }
        self.result()
    }

    /// Hands it to a generic device, which answers to [`receive`].
    ///
    /// # Errors
    /// The system's errno; `EDOM` and `EAGAIN`: too many are under way.
    ///
    /// # Safety
    /// It stays in place, and the buffer that was set is valid, until its answer was received.
    pub unsafe fn send(&mut self, fd: RawFd) -> io::Result<()> {
        self.aim();
        // SAFETY: as in `run`.
        let sent = unsafe { libc::write(fd, (&raw const self.header).cast(), size_of::<Header>()) };
        if sent < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(())
    }

    /// What the device said of it; `None`: nothing.
    pub fn sense(&self) -> Option<Sense> {
        let said = usize::from(self.header.answer.sb_len_wr).min(SENSE_BYTES);
        Sense::read(&self.sense[..said])
    }

    /// The bytes of the I/O that were done, or a negative errno. The device's own errors are `EIO`, as in fio.
    pub fn result(&self) -> i32 {
        result(&self.header.answer, self.len)
    }
}

fn result(answer: &Answer, len: u32) -> i32 {
    /// Of `driver_status`: only that there are sense data.
    const HAS_SENSE: u16 = 8;
    let failed = answer.status != 0 || answer.host_status != 0 || answer.driver_status & !HAS_SENSE != 0;
    if failed {
        return -libc::EIO;
    }
    let left = u32::try_from(answer.resid).unwrap_or(0);
    len.saturating_sub(left) as i32
}

/// Takes the next answer from a generic device: the number of its command, and that its header is to be read there. `None`: none
/// is there yet.
///
/// # Errors
/// The system's errno.
pub fn receive(fd: RawFd, commands: &mut [Command]) -> io::Result<Option<(u32, i32)>> {
    let mut answer = Command::new().header;
    answer.pack_id = -1;
    // SAFETY: the header is ours; the kernel copies sense data to where that of the command points.
    let got = unsafe { libc::read(fd, (&raw mut answer).cast(), size_of::<Header>()) };
    if got < 0 {
        let error = io::Error::last_os_error();
        return match error.raw_os_error() {
            Some(libc::EAGAIN | libc::EINTR) => Ok(None),
            _ => Err(error),
        };
    }
    let id = answer.pack_id as u32;
    let Some(command) = commands.get_mut(id as usize) else {
        return Err(io::Error::from_raw_os_error(libc::EPROTO));
    };
    Ok(Some((id, result(&answer.answer, command.len))))
}

/// The size of the device behind a descriptor; `None` where it is not a SCSI device with blocks.
pub fn capacity(fd: RawFd) -> io::Result<Capacity> {
    let mut failed = libc::EIO;
    for long in [false, true] {
        let mut answer = [0_u8; CAPACITY_BYTES];
        let bytes = if long { CAPACITY_BYTES } else { 8 };
        let mut command = Command::new();
        let cdb = scsi::read_capacity(long);
        command.set(
            cdb,
            Move::In(bytes as u32),
            answer.as_mut_ptr(),
            bytes as u32,
            0,
            0,
        );
        // SAFETY: the answer has room for what is asked for.
        let result = unsafe { command.run(fd) };
        if result < 0 {
            failed = -result;
            continue;
        }
        if let Some(capacity) = Capacity::read(&answer, long) {
            return Ok(capacity);
        }
    }
    Err(io::Error::from_raw_os_error(failed))
}

/// What commands to a block device reach, by their account of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandsReach {
    /// The device itself.
    Itself,
    /// Something of another size: of a partition, or of a mapped part of a disk, the kernel hands commands on to the disk as they are.
    Another { bytes: u64 },
}

impl CommandsReach {
    /// `own_bytes`: the size of the block device.
    pub fn of(capacity: Capacity, own_bytes: u64) -> Self {
        if capacity.bytes() == own_bytes {
            CommandsReach::Itself
        } else {
            CommandsReach::Another {
                bytes: capacity.bytes(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_the_kernels() {
        assert_eq!(size_of::<Header>(), 88);
        assert_eq!(std::mem::offset_of!(Header, dxferp), 16);
        assert_eq!(std::mem::offset_of!(Header, answer), 64);
        assert_eq!(std::mem::offset_of!(Answer, resid), 8);
    }

    #[test]
    fn a_command_says_what_it_moves_and_what_came_of_it() {
        let place = scsi::BlockRun { lba: 8, count: 8 };
        let mut buffer = [0_u8; 16];
        let mut command = Command::new();
        command.set(
            scsi::read(place, false),
            Move::In(4096),
            buffer.as_mut_ptr(),
            4096,
            FLAG_HIPRI,
            3,
        );
        let header = &command.header;
        assert_eq!(
            (header.dxfer_direction, header.dxfer_len, header.cmd_len),
            (DXFER_FROM_DEV, 4096, 10)
        );
        assert_eq!(
            (header.flags, header.pack_id, command.result()),
            (FLAG_HIPRI, 3, 4096)
        );
        command.header.answer.resid = 512;
        assert_eq!(command.result(), 3584);
        // Sense data alone are no failure; a status is.
        command.header.answer.driver_status = 8;
        assert_eq!(command.result(), 3584);
        command.header.answer.status = 2;
        assert_eq!(command.result(), -libc::EIO);
        command.set(scsi::synchronize(), Move::Nothing, buffer.as_mut_ptr(), 0, 0, 0);
        assert!(command.header.dxferp.is_null());
        assert_eq!((command.result(), command.sense()), (0, None));
    }

    #[test]
    fn commands_to_a_part_reach_the_whole() {
        let capacity = Capacity {
            blocks: 0x8000,
            block_bytes: 512,
        };
        assert_eq!(CommandsReach::of(capacity, 16 << 20), CommandsReach::Itself);
        let another = CommandsReach::of(capacity, 1 << 20);
        assert_eq!(another, CommandsReach::Another { bytes: 16 << 20 });
    }

    #[test]
    fn what_takes_no_commands_has_no_capacity() {
        use std::os::fd::AsRawFd;
        let null = std::fs::File::open("/dev/null").expect("every machine has one");
        assert!(capacity(null.as_raw_fd()).is_err());
    }
}
