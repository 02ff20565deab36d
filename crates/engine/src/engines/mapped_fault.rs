//! Faults in mapped files: pages beyond the file's end, and pages that the device could not give.
//!
//! The kernel tells them with SIGBUS, which would end the process and with it every other job and its numbers. The handler here
//! puts an empty page under the copy that faulted, so that it runs to its end, and the copy then counts as failed. Faults
//! anywhere else go to whatever handled them before.

use std::cell::Cell;
use std::mem::MaybeUninit;
use std::sync::OnceLock;
use std::sync::atomic::{Ordering, compiler_fence};

thread_local! {
    /// Addresses of the mapping that this thread copies from or to; empty between copies.
    static COPYING: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
    /// Whether the copy met a page that is not there.
    static FAULTED: Cell<bool> = const { Cell::new(false) };
}

/// What handled SIGBUS before, and the page size.
struct Before {
    action: libc::sigaction,
    page: usize,
}

static BEFORE: OnceLock<Before> = OnceLock::new();

/// Takes SIGBUS over, once per process.
pub(super) fn catch() {
    BEFORE.get_or_init(|| {
        let page = rustix::param::page_size();
        let mut old = MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: all-zero is a valid sigaction: no flags, an empty mask, the default handler.
        let mut new: libc::sigaction = unsafe { MaybeUninit::zeroed().assume_init() };
        new.sa_sigaction = on_fault as extern "C" fn(_, _, _) as usize;
        new.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        // SAFETY: both structures are valid; the handler does only what a handler may.
        unsafe { libc::sigaction(libc::SIGBUS, &new, old.as_mut_ptr()) };
        Before {
            // SAFETY: zeroed above, which is valid, and filled by the kernel where the call succeeded.
            action: unsafe { old.assume_init() },
            page,
        }
    });
}

/// Runs `copy`, which touches `len` mapped bytes from `base` on. `false` when a page of them was not to be had; the mapping then
/// holds an empty page of ours and has to be given up.
#[inline(always)]
pub(super) fn guarded(base: *const u8, len: usize, copy: impl FnOnce()) -> bool {
    COPYING.set((base.addr(), base.addr() + len));
    // The handler runs in this thread: what it reads has to be written before the copy begins, and stay until it ends.
    compiler_fence(Ordering::SeqCst);
    copy();
    compiler_fence(Ordering::SeqCst);
    COPYING.set((0, 0));
    !FAULTED.replace(false)
}

extern "C" fn on_fault(_signal: i32, info: *mut libc::siginfo_t, _context: *mut libc::c_void) {
    // SAFETY: the kernel passes a valid siginfo_t to a handler with SA_SIGINFO.
    let address = unsafe { (*info).si_addr() }.addr();
    let Some(before) = BEFORE.get() else {
        return;
    };
    let page = address & !(before.page - 1);
    let (start, end) = COPYING.get();
    let ours = address >= start && address < end;
    if ours && empty_page(page, before.page) {
        FAULTED.set(true);
        return;
    }
    // SAFETY: a valid action; the access is repeated and faults again, now in its hands.
    unsafe { libc::sigaction(libc::SIGBUS, &before.action, std::ptr::null_mut()) };
}

/// Maps an empty private page over one page of our mapping.
fn empty_page(page: usize, len: usize) -> bool {
    let flags = libc::MAP_FIXED | libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: the page belongs to the mapping that is being copied, which its owner gives up after the fault. A plain system
    // call, as a handler may make.
    let place = unsafe {
        libc::mmap(
            std::ptr::without_provenance_mut(page),
            len,
            protection,
            flags,
            -1,
            0,
        )
    };
    place != libc::MAP_FAILED
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::io::Write;
    use std::os::fd::AsRawFd;

    use super::*;

    #[test]
    fn a_copy_from_behind_the_end_of_a_shrunk_file_fails_and_others_do_not() {
        catch();
        let page = rustix::param::page_size();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&vec![7; 2 * page]).unwrap();
        // SAFETY: a fresh mapping of a file of that length, which is unmapped below.
        let base = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                2 * page,
                libc::PROT_READ,
                libc::MAP_SHARED,
                file.as_raw_fd(),
                0,
            )
        };
        assert_ne!(base, libc::MAP_FAILED);
        let base: *const u8 = base.cast();
        file.set_len(page as u64).unwrap();
        let mut into = vec![0; page];
        let mut copy = |at: usize| {
            // SAFETY: inside the mapping.
            let from = unsafe { base.add(at) };
            // SAFETY: both are a page long and apart.
            guarded(from, page, || unsafe {
                std::ptr::copy_nonoverlapping(from, into.as_mut_ptr(), page);
            })
        };
        assert!(copy(0));
        assert!(!copy(page));
        assert!(copy(0));
        assert_eq!(into, vec![7; page]);
        // SAFETY: mapped above, and nothing points into it any more.
        unsafe { libc::munmap(base.cast_mut().cast(), 2 * page) };
    }
}
