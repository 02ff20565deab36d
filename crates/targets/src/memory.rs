//! Memory at its limit: a reserve that keeps the process alive, and the set-up of one worker at a time.
//!
//! Rust ends the process when a small allocation is refused. A process with [`Allocator`] keeps a mapping back; the first refusal gives
//! it to the allocator, and from then on [`is_short`] is true. Who is about to take memory for a worker asks first and fails with
//! `ENOMEM`, so that the results of the other workers can still be reported. Lists whose length a job decides are asked for with
//! [`ask`] or `try_reserve` besides, because they may be larger than any reserve.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io;
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is kept back, in bytes, and what must be left beside it: the first that the system gives. The largest exceeds what one worker takes in one step.
/// The reserve is never touched, so that it costs address space only.
const RESERVES: [(usize, usize); 4] = [
    (32 << 20, 32 << 20),
    (16 << 20, 16 << 20),
    (8 << 20, 8 << 20),
    (1 << 20, 6 << 20),
];

/// What a new thread takes besides its stack before it runs our code, in bytes: its signal stack, its first heap.
const SPARE_BYTES: usize = 1 << 20;

static RESERVE: AtomicPtr<libc::c_void> = AtomicPtr::new(null_mut());
static RESERVE_BYTES: AtomicUsize = AtomicUsize::new(0);
static GIVING: AtomicBool = AtomicBool::new(false);
static SHORT: AtomicBool = AtomicBool::new(false);
static TURN: Mutex<()> = Mutex::new(());

/// The system's allocator with a reserve behind it, for `#[global_allocator]`. [`hold`] makes the reserve.
#[derive(Debug, Clone, Copy, Default)]
pub struct Allocator;

// SAFETY: the system's allocator does all the work; a request that it refused is made once more after memory was given back.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`.
        again(layout.size(), || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        again(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `realloc`; where it fails, the old block is still there.
        again(new_size, || unsafe { System.realloc(old, layout, new_size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(block, layout) }
    }
}

#[inline(always)]
fn again(bytes: usize, allocate: impl Fn() -> *mut u8) -> *mut u8 {
    let block = allocate();
    if block.is_null() && give_back(bytes) {
        allocate()
    } else {
        block
    }
}

/// Gives the reserve to the allocator. `false`: it would not help, because more was wanted.
#[cold]
fn give_back(wanted_bytes: usize) -> bool {
    let bytes = RESERVE_BYTES.load(Ordering::Acquire);
    if wanted_bytes > bytes {
        return false;
    }
    while GIVING.swap(true, Ordering::Acquire) {
        std::thread::yield_now();
    }
    let start = RESERVE.swap(null_mut(), Ordering::AcqRel);
    if !start.is_null() {
        SHORT.store(true, Ordering::SeqCst);
        // SAFETY: our own mapping, which nobody uses.
        unsafe { libc::munmap(start, bytes) };
    }
    GIVING.store(false, Ordering::Release);
    true
}

fn map(bytes: usize) -> io::Result<NonNull<libc::c_void>> {
    let (access, flags) = (
        libc::PROT_READ | libc::PROT_WRITE,
        libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
    );
    // SAFETY: a fresh anonymous mapping at an address of the kernel's choice; the result is checked.
    let start = unsafe { libc::mmap(null_mut(), bytes, access, flags, -1, 0) };
    if start == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    NonNull::new(start).ok_or_else(no_memory)
}

/// Keeps the reserve back before any work begins: at most half of what the system gives ([`RESERVES`]), because a reserve that left nothing for
/// the work would itself be the shortage.
pub fn hold() {
    #[cfg(target_env = "gnu")]
    if is_limited() {
        // glibc sets 64 MiB of addresses aside for each of its arenas, of which there are eight per processor (mallopt(3)).
        // SAFETY: plain call without pointers.
        unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
    }
    let fits = |(bytes, beside): &&(usize, usize)| ask(bytes + beside).is_ok();
    if let Some((bytes, _)) = RESERVES.iter().find(fits) {
        RESERVE_BYTES.store(*bytes, Ordering::Release);
        hold_again();
    }
}

/// Keeps the reserve back where it was given away, if the system gives as much.
pub fn hold_again() {
    let bytes = RESERVE_BYTES.load(Ordering::Acquire);
    if bytes == 0 || !RESERVE.load(Ordering::Acquire).is_null() {
        return;
    }
    let Ok(start) = map(bytes) else {
        return;
    };
    let held = RESERVE.compare_exchange(null_mut(), start.as_ptr(), Ordering::AcqRel, Ordering::Acquire);
    if held.is_err() {
        // SAFETY: our own mapping; another thread was first.
        unsafe { libc::munmap(start.as_ptr(), bytes) };
    }
    SHORT.store(false, Ordering::SeqCst);
}

/// Whether an allocation was refused and the reserve is not yet back.
pub fn is_short() -> bool {
    SHORT.load(Ordering::SeqCst)
}

/// Whether this process may take only so much (`ulimit -v`).
fn is_limited() -> bool {
    let limit = rustix::process::getrlimit(rustix::process::Resource::As);
    limit.current.is_some()
}

/// The error for what does not fit.
pub fn no_memory() -> io::Error {
    io::Error::from_raw_os_error(libc::ENOMEM)
}

/// Whether the system gives so many bytes in one piece now. They are given back at once.
///
/// # Errors
/// `ENOMEM`.
pub fn ask(bytes: usize) -> io::Result<()> {
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| no_memory())
}

/// The turn to take memory, where it is limited: what one was promised, another must not take. `None` where nothing limits it.
///
/// # Errors
/// `ENOMEM`: it is short already.
pub fn take_turn() -> io::Result<Option<MutexGuard<'static, ()>>> {
    let turn = is_limited().then(|| TURN.lock().unwrap_or_else(PoisonError::into_inner));
    if is_short() {
        return Err(no_memory());
    }
    Ok(turn)
}

/// Whether a thread with a stack of so many bytes will come up. The standard library ends the process where a thread finds no memory
/// for its signal stack, so it must be there before.
///
/// # Errors
/// `ENOMEM`.
pub fn room_for_thread(stack_bytes: usize) -> io::Result<()> {
    room_beside_reserve(stack_bytes + SPARE_BYTES)
}

/// Checks that a list may take this many bytes besides the reserve, for which there must be room too where it is not held: a list that grows
/// to the last byte leaves none to write it.
///
/// # Errors
/// `ENOMEM`.
pub fn room_to_grow(bytes: usize) -> io::Result<()> {
    let is_held = !RESERVE.load(Ordering::Acquire).is_null();
    room_beside_reserve(bytes.saturating_add(if is_held {
        0
    } else {
        RESERVE_BYTES.load(Ordering::Acquire)
    }))
}

/// Checks that the system has this much memory besides the reserve, which is kept for steps that must not fail.
///
/// # Errors
/// `ENOMEM`.
pub fn room_beside_reserve(bytes: usize) -> io::Result<()> {
    let start = map(bytes)?;
    // SAFETY: our own mapping, which nobody uses.
    unsafe { libc::munmap(start.as_ptr(), bytes) };
    Ok(())
}
