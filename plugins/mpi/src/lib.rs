//! MPI for fiord: what `fiord run --hosts` needs of it, behind a plain C interface with a version.
//!
//! fiord itself has no MPI in it: an MPI library fits one launcher on one machine, so this is built there (docs/many-hosts.md) and
//! loaded at run time. `crates/cluster/src/ranks/plugin.rs` of fiord declares the same functions.
//!
//! All calls come from the thread that called `fiord_mpi_begin` (`MPI_THREAD_FUNNELED`). Collectives are started and then tested once a
//! millisecond, because most MPI libraries wait by spinning, and would take the processors that are measured.

#![allow(clippy::missing_safety_doc)]

use std::cell::RefCell;
use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::time::{Duration, Instant};

use mpi::ffi::{
    self, MPI_Request, MPI_Status, RSMPI_ANY_SOURCE, RSMPI_ANY_TAG, RSMPI_COMM_WORLD, RSMPI_ERRORS_RETURN,
    RSMPI_MAX, RSMPI_MESSAGE_NULL, RSMPI_MIN, RSMPI_REQUEST_NULL, RSMPI_STATUS_IGNORE, RSMPI_SUM,
    RSMPI_UINT8_T, RSMPI_UINT64_T,
};

/// Version of these functions. A change of any of them is a new version.
const INTERFACE: u32 = 1;
const TAG: c_int = 15;
/// Between two tests of a collective.
const PAUSE: Duration = Duration::from_millis(1);
/// How long `fiord_mpi_end` waits for posts that nobody took.
const LAST_POSTS: Duration = Duration::from_secs(2);

/// What calls return besides these: errors of MPI, negated.
const DONE: i32 = 0;
const LATE: i32 = 1;
const TOO_LONG: i32 = 2;
const NOT_BEGUN: i32 = 3;

/// A post that goes out; its bytes stay until it is gone.
struct Going {
    request: MPI_Request,
    _bytes: Vec<u8>,
}

/// A post that comes in.
struct Coming {
    request: MPI_Request,
    from: c_int,
    bytes: Vec<u8>,
}

#[derive(Default)]
struct Posts {
    /// Where looking at all ranks at once failed, which it may do once one has died: they are looked at one by one from then on.
    by_rank: Option<c_int>,
    going: Vec<Going>,
    coming: Vec<Coming>,
    whole: Option<(c_int, Vec<u8>)>,
}

thread_local! {
    /// `None`: MPI was not begun in this thread.
    static POSTS: RefCell<Option<Posts>> = const { RefCell::new(None) };
}

fn with_posts(act: impl FnOnce(&mut Posts) -> i32) -> i32 {
    POSTS.with_borrow_mut(|posts| posts.as_mut().map_or(NOT_BEGUN, act))
}

/// The result of a call of MPI as calls of ours have it.
fn code(result: c_int) -> i32 {
    -result
}

/// Waits for a request, as long as the patience lasts.
fn wait(request: &mut MPI_Request, patience_ms: u64) -> i32 {
    let begun = Instant::now();
    let patience = Duration::from_millis(patience_ms);
    loop {
        let mut is_done = 0;
        // SAFETY: the request is one that MPI gave and that is not freed; a status is not asked for.
        let result = unsafe { ffi::MPI_Test(request, &mut is_done, RSMPI_STATUS_IGNORE) };
        match (result, is_done) {
            (0, 0) if begun.elapsed() >= patience => return LATE,
            (0, 0) => std::thread::sleep(PAUSE),
            (0, _) => return DONE,
            (error, _) => return code(error),
        }
    }
}

/// Waits for a collective on buffers of its own. When patience ends, MPI may still write to them: they are never freed.
fn finish<T>(started: c_int, mut request: MPI_Request, patience_ms: u64, buffers: T) -> Result<T, i32> {
    if started != 0 {
        return Err(code(started));
    }
    match wait(&mut request, patience_ms) {
        DONE => Ok(buffers),
        late_or_error => {
            std::mem::forget(buffers);
            Err(late_or_error)
        }
    }
}

/// A copy with a place in memory, also of nothing: the pointer of an empty `Vec` is 1, which is `MPI_IN_PLACE` of Open MPI.
fn placed<T: Clone>(values: &[T]) -> Vec<T> {
    let mut copy = Vec::with_capacity(values.len().max(1));
    copy.extend_from_slice(values);
    copy
}

fn request() -> MPI_Request {
    // SAFETY: a constant of the shim of `mpi-sys`.
    unsafe { RSMPI_REQUEST_NULL }
}

#[unsafe(no_mangle)]
pub extern "C" fn fiord_mpi_interface() -> u32 {
    INTERFACE
}

/// Begins MPI in this thread, which alone may call the others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fiord_mpi_begin(rank: *mut i32, size: *mut i32) -> i32 {
    let Some((universe, _)) = mpi::initialize_with_threading(mpi::Threading::Funneled) else {
        return NOT_BEGUN;
    };
    // It would end MPI where it is dropped: `fiord_mpi_end` does.
    std::mem::forget(universe);
    POSTS.set(Some(Posts::default()));
    // SAFETY: MPI is initialised; the caller gives two places to write to.
    let results = unsafe {
        [
            ffi::MPI_Comm_set_errhandler(RSMPI_COMM_WORLD, RSMPI_ERRORS_RETURN),
            ffi::MPI_Comm_rank(RSMPI_COMM_WORLD, rank),
            ffi::MPI_Comm_size(RSMPI_COMM_WORLD, size),
        ]
    };
    results
        .into_iter()
        .find(|result| *result != 0)
        .map_or(DONE, code)
}

/// Copies a text and its ending 0, as much as fits.
unsafe fn copy_text(text: &str, to: *mut c_char, len: usize) {
    let Some(most) = len.checked_sub(1) else { return };
    let bytes = &text.as_bytes()[..text.len().min(most)];
    // SAFETY: the caller says that `len` bytes can be written.
    unsafe {
        ptr::copy_nonoverlapping(bytes.as_ptr(), to.cast(), bytes.len());
        *to.add(bytes.len()) = 0;
    }
}

/// Which MPI this is, before it begins as well.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fiord_mpi_library(to: *mut c_char, len: usize) {
    let name = mpi::environment::library_version().unwrap_or_default();
    let line = name.lines().next().unwrap_or_default();
    let line = line.split(',').next().unwrap_or_default();
    // SAFETY: as the caller says.
    unsafe { copy_text(&line.split_whitespace().collect::<Vec<_>>().join(" "), to, len) };
}

/// What a negative result means.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fiord_mpi_words(result: i32, to: *mut c_char, len: usize) {
    let mut text = [0_u8; ffi::MPI_MAX_ERROR_STRING as usize + 1];
    let mut used = 0;
    // SAFETY: the buffer is as long as MPI asks for.
    let found = unsafe { ffi::MPI_Error_string(-result, text.as_mut_ptr().cast(), &mut used) };
    let used = usize::try_from(used).unwrap_or(0).min(text.len());
    let words = match found {
        0 => String::from_utf8_lossy(&text[..used]).into_owned(),
        _ => format!("error {} of MPI", -result),
    };
    // SAFETY: as the caller says.
    unsafe { copy_text(&words, to, len) };
}

#[unsafe(no_mangle)]
pub extern "C" fn fiord_mpi_barrier(patience_ms: u64) -> i32 {
    with_posts(|_| {
        let mut request = request();
        // SAFETY: MPI is initialised.
        let started = unsafe { ffi::MPI_Ibarrier(RSMPI_COMM_WORLD, &mut request) };
        finish(started, request, patience_ms, ()).err().unwrap_or(DONE)
    })
}

/// Rank 0's bytes for everybody; all know the length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fiord_mpi_broadcast(bytes: *mut u8, len: u64, patience_ms: u64) -> i32 {
    with_posts(|_| {
        let (Ok(count), Ok(len)) = (c_int::try_from(len), usize::try_from(len)) else {
            return TOO_LONG;
        };
        // SAFETY: the caller gives `len` bytes.
        let outside = unsafe { std::slice::from_raw_parts_mut(bytes, len) };
        let mut inside = placed(outside);
        let mut request = request();
        // SAFETY: MPI is initialised; `finish` keeps the buffer until MPI is done with it.
        let started = unsafe {
            ffi::MPI_Ibcast(
                inside.as_mut_ptr().cast(),
                count,
                RSMPI_UINT8_T,
                0,
                RSMPI_COMM_WORLD,
                &mut request,
            )
        };
        match finish(started, request, patience_ms, inside) {
            Ok(inside) => {
                outside.copy_from_slice(&inside);
                DONE
            }
            Err(code) => code,
        }
    })
}

/// Everybody's bytes for rank 0, one after the other. `lens` are their lengths by rank, of which only rank 0 gives any; `all` has room
/// for their sum.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fiord_mpi_gather(
    bytes: *const u8,
    len: u64,
    all: *mut u8,
    lens: *const u64,
    ranks: u64,
    patience_ms: u64,
) -> i32 {
    with_posts(|_| {
        let (Ok(count), Ok(len)) = (c_int::try_from(len), usize::try_from(len)) else {
            return TOO_LONG;
        };
        // SAFETY: the caller gives `len` bytes and `ranks` lengths.
        let (mine, lens) = unsafe {
            (
                placed(std::slice::from_raw_parts(bytes, len)),
                std::slice::from_raw_parts(lens, ranks as usize),
            )
        };
        let (mut counts, mut places, mut sum) = (Vec::new(), Vec::new(), 0_u64);
        for len in lens {
            let (Ok(count), Ok(place)) = (c_int::try_from(*len), c_int::try_from(sum)) else {
                return TOO_LONG;
            };
            counts.push(count);
            places.push(place);
            sum = sum.saturating_add(*len);
        }
        let mut inside = placed(&vec![0_u8; sum as usize]);
        let mut request = request();
        // SAFETY: MPI is initialised; `finish` keeps all buffers until MPI is done with them.
        let started = unsafe {
            ffi::MPI_Igatherv(
                mine.as_ptr().cast(),
                count,
                RSMPI_UINT8_T,
                inside.as_mut_ptr().cast(),
                counts.as_ptr(),
                places.as_ptr(),
                RSMPI_UINT8_T,
                0,
                RSMPI_COMM_WORLD,
                &mut request,
            )
        };
        match finish(started, request, patience_ms, (mine, counts, places, inside)) {
            Ok((.., inside)) => {
                if !all.is_null() {
                    // SAFETY: the caller has room for the sum of the lengths.
                    unsafe { ptr::copy_nonoverlapping(inside.as_ptr(), all, inside.len()) };
                }
                DONE
            }
            Err(code) => code,
        }
    })
}

/// `how`: 0 sum, 1 least, 2 largest; place by place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fiord_mpi_all_reduce(
    values: *mut u64,
    len: u64,
    how: u32,
    patience_ms: u64,
) -> i32 {
    with_posts(|_| {
        let (Ok(count), Ok(len)) = (c_int::try_from(len), usize::try_from(len)) else {
            return TOO_LONG;
        };
        // SAFETY: the caller gives `len` values.
        let outside = unsafe { std::slice::from_raw_parts_mut(values, len) };
        let mine = placed(outside);
        let mut inside = placed(outside);
        let mut request = request();
        // SAFETY: MPI is initialised; `finish` keeps both buffers until MPI is done with them.
        let started = unsafe {
            let how = match how {
                0 => RSMPI_SUM,
                1 => RSMPI_MIN,
                _ => RSMPI_MAX,
            };
            ffi::MPI_Iallreduce(
                mine.as_ptr().cast(),
                inside.as_mut_ptr().cast(),
                count,
                RSMPI_UINT64_T,
                how,
                RSMPI_COMM_WORLD,
                &mut request,
            )
        };
        match finish(started, request, patience_ms, (mine, inside)) {
            Ok((_, inside)) => {
                outside.copy_from_slice(&inside);
                DONE
            }
            Err(code) => code,
        }
    })
}

/// Sends bytes to one rank, without waiting for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fiord_mpi_post(to: i32, bytes: *const u8, len: u64) -> i32 {
    with_posts(|posts| {
        let (Ok(count), Ok(len)) = (c_int::try_from(len), usize::try_from(len)) else {
            return TOO_LONG;
        };
        posts.forget_gone();
        // SAFETY: the caller gives `len` bytes.
        let bytes = placed(unsafe { std::slice::from_raw_parts(bytes, len) });
        let mut request = request();
        // SAFETY: MPI is initialised; the bytes stay in `going` until they are sent.
        let result = unsafe {
            ffi::MPI_Isend(
                bytes.as_ptr().cast(),
                count,
                RSMPI_UINT8_T,
                to,
                TAG,
                RSMPI_COMM_WORLD,
                &mut request,
            )
        };
        posts.going.push(Going {
            request,
            _bytes: bytes,
        });
        code(result)
    })
}

/// Looks for a post that has come in whole; where there is one (`*len` is then its length and not `u64::MAX`), `fiord_mpi_fetch` gets it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fiord_mpi_take(from: *mut i32, len: *mut u64) -> i32 {
    with_posts(|posts| {
        // SAFETY: the caller gives both places.
        unsafe { *len = u64::MAX };
        posts.forget_gone();
        if posts.whole.is_none() {
            match posts.listen() {
                DONE => {}
                error => return error,
            }
        }
        if let Some((rank, bytes)) = &posts.whole {
            // SAFETY: as above.
            unsafe {
                *from = *rank;
                *len = bytes.len() as u64;
            }
        }
        DONE
    })
}

/// Copies the post that `fiord_mpi_take` found.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fiord_mpi_fetch(to: *mut u8) -> i32 {
    with_posts(|posts| {
        let Some((_, bytes)) = posts.whole.take() else {
            return NOT_BEGUN;
        };
        // SAFETY: the caller has room for the length that `fiord_mpi_take` gave.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len()) };
        DONE
    })
}

/// Ends MPI. Returns when every rank does so.
#[unsafe(no_mangle)]
pub extern "C" fn fiord_mpi_end() -> i32 {
    with_posts(|posts| {
        let begun = Instant::now();
        while !posts.going.is_empty() && begun.elapsed() < LAST_POSTS {
            posts.forget_gone();
            std::thread::sleep(PAUSE);
        }
        // SAFETY: MPI is initialised, and nothing is called afterwards.
        code(unsafe { ffi::MPI_Finalize() })
    })
}

/// Ends all ranks; the launcher ends with this code where it can.
#[unsafe(no_mangle)]
pub extern "C" fn fiord_mpi_abort(exit_code: i32) {
    // SAFETY: MPI is initialised.
    unsafe { ffi::MPI_Abort(RSMPI_COMM_WORLD, exit_code) };
}

/// Whether a request is done, whatever became of it.
fn is_over(request: &mut MPI_Request) -> bool {
    let mut is_done = 0;
    // SAFETY: the request is one that MPI gave and that is not freed; a status is not asked for.
    let result = unsafe { ffi::MPI_Test(request, &mut is_done, RSMPI_STATUS_IGNORE) };
    result != 0 || is_done != 0
}

impl Posts {
    fn forget_gone(&mut self) {
        self.going.retain_mut(|going| !is_over(&mut going.request));
    }

    /// Accepts posts that come in, and puts the first that is whole aside.
    fn listen(&mut self) -> i32 {
        let result = match self.by_rank {
            // SAFETY: a constant of the shim of `mpi-sys`.
            None => self.accept(unsafe { RSMPI_ANY_SOURCE }),
            Some(_) => DONE,
        };
        if result != DONE {
            let mut size = 0;
            // SAFETY: MPI is initialised.
            unsafe { ffi::MPI_Comm_size(RSMPI_COMM_WORLD, &mut size) };
            self.by_rank = Some(size);
        }
        for rank in 0..self.by_rank.unwrap_or(0) {
            // One that died has nothing more to say.
            let _ = self.accept(rank);
        }
        // In the order in which they were sent, by each rank: a later one may be whole before.
        for at in 0..self.coming.len() {
            let from = self.coming[at].from;
            let is_first = self.coming[..at].iter().all(|earlier| earlier.from != from);
            if is_first && is_over(&mut self.coming[at].request) {
                let coming = self.coming.remove(at);
                self.whole = Some((coming.from, coming.bytes));
                break;
            }
        }
        DONE
    }

    /// Begins to receive what has arrived from a rank, or from any.
    fn accept(&mut self, source: c_int) -> i32 {
        loop {
            let (mut is_there, mut count) = (0, 0);
            // SAFETY: MPI is initialised; a status is plain numbers that MPI fills; the message is received below.
            let (result, mut message, status) = unsafe {
                let mut status: MPI_Status = std::mem::zeroed();
                let mut message = RSMPI_MESSAGE_NULL;
                let result = ffi::MPI_Improbe(
                    source,
                    RSMPI_ANY_TAG,
                    RSMPI_COMM_WORLD,
                    &mut is_there,
                    &mut message,
                    &mut status,
                );
                if result == 0 && is_there != 0 {
                    ffi::MPI_Get_count(&status, RSMPI_UINT8_T, &mut count);
                }
                (result, message, status)
            };
            match (result, is_there) {
                (0, 0) => return DONE,
                (0, _) => {}
                (error, _) => return code(error),
            }
            let mut bytes = placed(&vec![0_u8; usize::try_from(count).unwrap_or(0)]);
            let mut request = request();
            // SAFETY: the message is the one found above; its bytes stay in `coming` until they are there.
            let result = unsafe {
                ffi::MPI_Imrecv(
                    bytes.as_mut_ptr().cast::<c_void>(),
                    count,
                    RSMPI_UINT8_T,
                    &mut message,
                    &mut request,
                )
            };
            if result != 0 {
                std::mem::forget(bytes);
                return code(result);
            }
            self.coming.push(Coming {
                request,
                from: status.MPI_SOURCE,
                bytes,
            });
        }
    }
}
