//! A mount of tracefs without a place: it has a descriptor only, and goes with it (`fsopen(2)`, `fsmount(2)`).

use std::ffi::{CStr, c_int, c_long, c_uint};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// `linux/mount.h`; `libc` has no names for them.
const FSOPEN_CLOEXEC: c_uint = 1;
const FSCONFIG_CMD_CREATE: c_uint = 6;
const FSMOUNT_CLOEXEC: c_uint = 1;

/// Mounts tracefs so.
pub(super) fn mount_detached() -> io::Result<OwnedFd> {
    let name: &CStr = c"tracefs";
    // SAFETY: fsopen reads the name, which ends with a zero and outlives the call.
    let context = unsafe { libc::syscall(libc::SYS_fsopen, name.as_ptr(), FSOPEN_CLOEXEC) };
    let context = descriptor(context)?;
    let none = std::ptr::null::<u8>();
    // SAFETY: this command of fsconfig takes no key and no value, so the null pointers are not read.
    let created = unsafe {
        let (context, zero): (c_int, c_int) = (context.as_raw_fd(), 0);
        libc::syscall(libc::SYS_fsconfig, context, FSCONFIG_CMD_CREATE, none, none, zero)
    };
    if created < 0 {
        return Err(io::Error::last_os_error());
    }
    let attributes: c_uint = 0;
    // SAFETY: fsmount takes a descriptor and two numbers.
    let mount = unsafe {
        libc::syscall(
            libc::SYS_fsmount,
            context.as_raw_fd(),
            FSMOUNT_CLOEXEC,
            attributes,
        )
    };
    descriptor(mount)
}

fn descriptor(result: c_long) -> io::Result<OwnedFd> {
    match c_int::try_from(result) {
        // SAFETY: the kernel has just made this descriptor, and nobody else knows it.
        Ok(fd) if fd >= 0 => Ok(unsafe { OwnedFd::from_raw_fd(fd) }),
        _ => Err(io::Error::last_os_error()),
    }
}
