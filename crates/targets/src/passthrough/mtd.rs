//! Raw flash as a character device (`mtd/mtd-abi.h`): what it is, erasing, and which blocks are bad.

use std::io;
use std::os::fd::RawFd;

const MEMGETINFO: libc::c_ulong = 0x8020_4d01;
const MEMGETBADBLOCK: libc::c_ulong = 0x4008_4d0b;
const MEMERASE64: libc::c_ulong = 0x4010_4d14;

/// `struct mtd_info_user`
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
struct Info {
    kind: u8,
    flags: u32,
    size: u32,
    erase_bytes: u32,
    write_bytes: u32,
    spare_bytes: u32,
    padding: u64,
}

/// What a device of flash says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flash {
    pub size_bytes: u64,
    /// What is erased at once.
    pub erase_bytes: u32,
    /// What is written at once.
    pub write_bytes: u32,
}

impl Flash {
    /// Of an open device.
    ///
    /// # Errors
    /// `ENOTTY`: it is something else.
    pub fn of(fd: RawFd) -> io::Result<Self> {
        let mut info = Info::default();
        // SAFETY: the structure is the kernel's, and there is room for it.
        if unsafe { libc::ioctl(fd, MEMGETINFO as _, &raw mut info) } < 0 {
            return Err(io::Error::last_os_error());
        }
        // The size of that structure has 32 bits.
        // SAFETY: moves the place of a descriptor, which nobody reads by.
        let end = unsafe { libc::lseek(fd, 0, libc::SEEK_END) };
        if end < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(Self {
            size_bytes: end as u64,
            erase_bytes: info.erase_bytes.max(1),
            write_bytes: info.write_bytes.max(1),
        })
    }
}

/// Erases a range of whole erase blocks; 0, or the negative errno.
pub fn erase(fd: RawFd, offset: u64, len: u64) -> i32 {
    let range = [offset, len];
    // SAFETY: the call reads two numbers, which live through it.
    outcome(unsafe { libc::ioctl(fd, MEMERASE64 as _, range.as_ptr()) })
}

/// Whether the erase block at `offset` is bad: 1 or 0, or the negative errno. Flash without bad blocks has none.
pub fn is_bad(fd: RawFd, offset: u64) -> i32 {
    // SAFETY: the call reads one number, which lives through it.
    match outcome(unsafe { libc::ioctl(fd, MEMGETBADBLOCK as _, &raw const offset) }) {
        failed if failed == -libc::EOPNOTSUPP => 0,
        other => other.min(1),
    }
}

fn outcome(result: libc::c_int) -> i32 {
    if result >= 0 {
        return result;
    }
    -io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `_IOC` of asm-generic/ioctl.h puts a number together: 1 is a write by the process, 2 a read.
    const fn number(direction: u64, number: u64, bytes: usize) -> u64 {
        direction << 30 | (bytes as u64) << 16 | (b'M' as u64) << 8 | number
    }

    #[test]
    fn the_calls_and_the_structure_are_the_kernels() {
        assert_eq!(size_of::<Info>(), 32);
        assert_eq!(std::mem::offset_of!(Info, erase_bytes), 12);
        assert_eq!(std::mem::offset_of!(Info, padding), 24);
        assert_eq!(MEMGETINFO, number(2, 1, size_of::<Info>()));
        assert_eq!(MEMGETBADBLOCK, number(1, 11, 8));
        assert_eq!(MEMERASE64, number(1, 20, 16));
    }

    #[test]
    fn what_is_no_flash_says_so() {
        use std::os::fd::AsRawFd;
        let null = std::fs::File::open("/dev/null").expect("every machine has one");
        let fd = null.as_raw_fd();
        let error = Flash::of(fd).expect_err("no flash");
        assert_eq!(error.raw_os_error(), Some(libc::ENOTTY));
        assert_eq!(
            (erase(fd, 0, 4096), is_bad(fd, 0)),
            (-libc::ENOTTY, -libc::ENOTTY)
        );
    }
}
