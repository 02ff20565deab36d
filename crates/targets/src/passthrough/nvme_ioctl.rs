//! Questions to an NVMe namespace that are asked once, before a run (`linux/nvme_ioctl.h`).

use std::io;
use std::os::fd::RawFd;

use crate::passthrough::nvme::{
    DeallocationLimits, HANDLES_BYTES, IDENTIFY_BYTES, Namespace, NvmeCommand, placement_ids,
};
use crate::passthrough::protection::GuardWidth;
use fiord_messages::Fixed;

const ID: libc::c_ulong = 0x4e40;
const ADMIN: libc::c_ulong = 0xc048_4e41;
const IO: libc::c_ulong = 0xc048_4e43;

/// The number of the namespace that a descriptor leads to.
///
/// # Errors
/// `ENOTTY`: it leads to another thing.
pub fn namespace_id(fd: RawFd) -> io::Result<u32> {
    // SAFETY: the call takes no argument.
    let id = unsafe { libc::ioctl(fd, ID as _) };
    if id < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(id as u32)
}

/// What the namespace says of itself, with its number.
///
/// # Errors
/// The system's errno; `EIO` for a status of the device, `ENODATA` where it has no blocks.
pub fn identify(fd: RawFd) -> io::Result<(u32, Namespace)> {
    let nsid = namespace_id(fd)?;
    let mut answer = Box::new([0_u8; IDENTIFY_BYTES]);
    ask(fd, ADMIN, NvmeCommand::identify(nsid), answer.as_mut_slice())?;
    let namespace = Namespace::read(&answer).ok_or(io::Error::from_raw_os_error(libc::ENODATA))?;
    Ok((nsid, namespace))
}

/// The guards of a namespace's protection information; a device that does not know the question has short ones.
///
/// # Errors
/// What its protection information has that nobody knows how to make, a few words.
pub fn guard_of(fd: RawFd, nsid: u32, namespace: &Namespace) -> Result<GuardWidth, Fixed> {
    let mut answer = Box::new([0_u8; IDENTIFY_BYTES]);
    let asked = ask(
        fd,
        ADMIN,
        NvmeCommand::identify_blocks(nsid),
        answer.as_mut_slice(),
    );
    asked.map_or(Ok(GuardWidth::Short), |()| {
        crate::passthrough::nvme::guard_of(&answer, namespace.format)
    })
}

/// How much one command deallocates at most; a device that does not know the question sets no limit.
pub fn deallocation_limits(fd: RawFd) -> DeallocationLimits {
    let mut answer = Box::new([0_u8; IDENTIFY_BYTES]);
    let asked = ask(fd, ADMIN, NvmeCommand::identify_limits(), answer.as_mut_slice());
    asked.map_or_else(
        |_| DeallocationLimits::default(),
        |()| DeallocationLimits::read(&answer),
    )
}

/// The placement identifiers of a namespace.
///
/// # Errors
/// The system's errno; `EIO` for a status of the device, as one without data placement answers.
pub fn placement(fd: RawFd, nsid: u32) -> io::Result<Vec<u16>> {
    let mut answer = Box::new([0_u8; HANDLES_BYTES]);
    ask(
        fd,
        IO,
        NvmeCommand::placement_handles(nsid),
        answer.as_mut_slice(),
    )?;
    Ok(placement_ids(&answer))
}

/// Sends a command that reads. `struct nvme_passthru_cmd` is laid out as that of io_uring, with the result in its last word.
fn ask(fd: RawFd, call: libc::c_ulong, mut command: NvmeCommand, answer: &mut [u8]) -> io::Result<()> {
    command.addr = answer.as_mut_ptr() as u64;
    command.data_len = answer.len() as u32;
    // SAFETY: the command is the kernel's, and its buffer has room for what it asks for.
    match unsafe { libc::ioctl(fd, call as _, &raw mut command) } {
        0 => Ok(()),
        status @ 1.. => Err(io::Error::other(format!("NVMe status {status:#x}"))),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_no_commands_is_no_namespace() {
        use std::os::fd::AsRawFd;
        let null = std::fs::File::open("/dev/null").expect("every machine has one");
        let error = identify(null.as_raw_fd()).expect_err("no namespace");
        assert_eq!(error.raw_os_error(), Some(libc::ENOTTY));
    }
}
