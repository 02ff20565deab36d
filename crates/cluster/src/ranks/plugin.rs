//! MPI behind the plugin's C interface, which is loaded at run time: this program has no MPI in it.
//!
//! `plugins/mpi/src/lib.rs` has the functions. They are called from one thread: the ranks are neither `Send` nor `Sync`.

use std::ffi::{CStr, c_char};
use std::marker::PhantomData;
use std::path::Path;

use fiord_messages::{Lang, hosts as messages};
use libloading::os::unix::{Library, RTLD_GLOBAL, RTLD_NOW};

use crate::ranks::find::PluginError;
use crate::ranks::verbs::{Patience, Post, Ranks, RanksError, Reduce};

/// Version of the functions below.
const INTERFACE: u32 = 1;
const DONE: i32 = 0;
const LATE: i32 = 1;
const TOO_LONG: i32 = 2;
/// What `len` is where nothing has come.
const NOTHING: u64 = u64::MAX;

type Begin = unsafe extern "C" fn(*mut i32, *mut i32) -> i32;
type Words = unsafe extern "C" fn(i32, *mut c_char, usize);
type Name = unsafe extern "C" fn(*mut c_char, usize);
type Barrier = unsafe extern "C" fn(u64) -> i32;
type Broadcast = unsafe extern "C" fn(*mut u8, u64, u64) -> i32;
type Gather = unsafe extern "C" fn(*const u8, u64, *mut u8, *const u64, u64, u64) -> i32;
type AllReduce = unsafe extern "C" fn(*mut u64, u64, u32, u64) -> i32;
type SendPost = unsafe extern "C" fn(i32, *const u8, u64) -> i32;
type Take = unsafe extern "C" fn(*mut i32, *mut u64) -> i32;
type Fetch = unsafe extern "C" fn(*mut u8) -> i32;
type End = unsafe extern "C" fn() -> i32;
type Abort = unsafe extern "C" fn(i32);

/// The functions of a plugin. The library is never closed: MPI leaves threads and handlers behind.
struct Functions {
    words: Words,
    barrier: Barrier,
    broadcast: Broadcast,
    gather: Gather,
    all_reduce: AllReduce,
    post: SendPost,
    take: Take,
    fetch: Fetch,
    end: End,
    abort: Abort,
}

/// The ranks that a launcher of MPI started.
pub struct MpiRanks {
    functions: Functions,
    library: String,
    rank: usize,
    size: usize,
    /// Bound to its thread.
    not_send: PhantomData<*const ()>,
}

/// Loads the plugin and begins MPI in this thread, before other threads are made.
///
/// # Errors
/// No such library, another version, or MPI itself.
pub fn begin(path: &Path) -> Result<MpiRanks, PluginError> {
    let shown = path.display().to_string();
    let failed = |why: String| PluginError::NotLoaded {
        path: shown.clone(),
        why,
    };
    // SAFETY: what the library does when it is loaded is up to the file that the user installed or named as fiord's plugin. Its symbols
    // are global, for Open MPI loads components that look for them.
    let library = unsafe { Library::open(Some(path), RTLD_NOW | RTLD_GLOBAL) };
    let library = library.map_err(|error| failed(why_not_loaded(&error)))?;
    let version: unsafe extern "C" fn() -> u32 = function(&library, path, c"fiord_mpi_interface")?;
    // SAFETY: the function takes nothing and is the same in all versions.
    let found = unsafe { version() };
    if found != INTERFACE {
        return Err(PluginError::Version {
            path: shown,
            found,
            needed: INTERFACE,
        });
    }
    let begin: Begin = function(&library, path, c"fiord_mpi_begin")?;
    let name: Name = function(&library, path, c"fiord_mpi_library")?;
    let functions = Functions::of(&library, path)?;
    std::mem::forget(library);
    let (mut rank, mut size) = (0, 0);
    // SAFETY: both places can be written.
    let result = unsafe { begin(&mut rank, &mut size) };
    if result != DONE {
        return Err(PluginError::NotBegun {
            path: shown,
            why: functions.why(result),
        });
    }
    let count = |number: i32| usize::try_from(number).unwrap_or(0);
    Ok(MpiRanks {
        // SAFETY: it writes as much as fits.
        library: text(|to, len| unsafe { name(to, len) }),
        functions,
        rank: count(rank),
        size: count(size),
        not_send: PhantomData,
    })
}

/// The loader's own words, which name the library that is missing; the error itself only says that it failed.
fn why_not_loaded(error: &libloading::Error) -> String {
    let words = std::error::Error::source(error).map(ToString::to_string);
    words.unwrap_or_else(|| error.to_string())
}

/// A function of the library as a pointer.
fn function<T: Copy>(library: &Library, path: &Path, name: &CStr) -> Result<T, PluginError> {
    // SAFETY: of a plugin with our version, each name has the type that the caller says; the one that gives the version never changes.
    let symbol = unsafe { library.get::<T>(name.to_bytes_with_nul()) };
    match symbol {
        Ok(symbol) => Ok(*symbol),
        Err(_) => Err(PluginError::Foreign {
            path: path.display().to_string(),
            function: name.to_string_lossy().into_owned(),
        }),
    }
}

/// A text that a function writes, as much as fits.
fn text(write: impl FnOnce(*mut c_char, usize)) -> String {
    let mut bytes = [0_u8; 512];
    write(bytes.as_mut_ptr().cast(), bytes.len());
    match CStr::from_bytes_until_nul(&bytes) {
        Ok(text) => text.to_string_lossy().into_owned(),
        Err(_) => String::new(),
    }
}

impl Functions {
    fn of(library: &Library, path: &Path) -> Result<Self, PluginError> {
        Ok(Self {
            words: function(library, path, c"fiord_mpi_words")?,
            barrier: function(library, path, c"fiord_mpi_barrier")?,
            broadcast: function(library, path, c"fiord_mpi_broadcast")?,
            gather: function(library, path, c"fiord_mpi_gather")?,
            all_reduce: function(library, path, c"fiord_mpi_all_reduce")?,
            post: function(library, path, c"fiord_mpi_post")?,
            take: function(library, path, c"fiord_mpi_take")?,
            fetch: function(library, path, c"fiord_mpi_fetch")?,
            end: function(library, path, c"fiord_mpi_end")?,
            abort: function(library, path, c"fiord_mpi_abort")?,
        })
    }

    fn why(&self, result: i32) -> String {
        match result {
            TOO_LONG => messages::too_long(Lang::current()).to_owned(),
            // SAFETY: it writes as much as fits.
            error if error < 0 => text(|to, len| unsafe { (self.words)(error, to, len) }),
            _ => messages::wrong_thread(Lang::current()).to_owned(),
        }
    }

    fn check(&self, verb: &'static str, patience: Patience, result: i32) -> Result<(), RanksError> {
        match result {
            DONE => Ok(()),
            LATE => Err(RanksError::Late {
                verb,
                seconds: patience.as_secs(),
            }),
            other => Err(RanksError::Broken {
                verb,
                why: self.why(other),
            }),
        }
    }
}

fn ms(patience: Patience) -> u64 {
    u64::try_from(patience.as_millis()).unwrap_or(u64::MAX)
}

impl MpiRanks {
    /// Which MPI it is.
    pub fn library(&self) -> &str {
        &self.library
    }

    /// Ends MPI; waits until every rank does.
    ///
    /// # Errors
    /// What MPI says.
    pub fn end(self) -> Result<(), RanksError> {
        // SAFETY: takes nothing; nothing is called after it.
        let result = unsafe { (self.functions.end)() };
        self.functions.check("end", Patience::ZERO, result)
    }

    /// Has the launcher end all ranks, those that hang as well; this process too.
    pub fn abort(self, exit_code: u8) {
        // SAFETY: takes a number.
        unsafe { (self.functions.abort)(i32::from(exit_code)) }
    }
}

impl Ranks for MpiRanks {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn barrier(&mut self, patience: Patience) -> Result<(), RanksError> {
        // SAFETY: takes a number.
        let result = unsafe { (self.functions.barrier)(ms(patience)) };
        self.functions.check("barrier", patience, result)
    }

    fn broadcast(&mut self, bytes: Vec<u8>, patience: Patience) -> Result<Vec<u8>, RanksError> {
        let mut len = (bytes.len() as u64).to_le_bytes();
        let send = |bytes: &mut [u8]| {
            // SAFETY: the slice is as long as it says.
            let result =
                unsafe { (self.functions.broadcast)(bytes.as_mut_ptr(), bytes.len() as u64, ms(patience)) };
            self.functions.check("broadcast", patience, result)
        };
        send(&mut len)?;
        let mut all = bytes;
        all.resize(usize::try_from(u64::from_le_bytes(len)).unwrap_or(0), 0);
        send(&mut all)?;
        Ok(all)
    }

    fn gather(&mut self, bytes: &[u8], patience: Patience) -> Result<Vec<Vec<u8>>, RanksError> {
        let ranks = if self.rank == 0 { self.size } else { 0 };
        let collect = |bytes: &[u8], lens: &[u64]| {
            let sum = lens.iter().fold(0_u64, |sum, len| sum.saturating_add(*len));
            let mut all = vec![0; usize::try_from(sum).unwrap_or(0)];
            // SAFETY: the slices are as long as they say, and `all` as long as all lengths together.
            let result = unsafe {
                (self.functions.gather)(
                    bytes.as_ptr(),
                    bytes.len() as u64,
                    all.as_mut_ptr(),
                    lens.as_ptr(),
                    lens.len() as u64,
                    ms(patience),
                )
            };
            self.functions.check("gather", patience, result).map(|()| all)
        };
        let lens = collect(&(bytes.len() as u64).to_le_bytes(), &vec![8; ranks])?;
        let (lens, _) = lens.as_chunks::<8>();
        let lens: Vec<u64> = lens.iter().map(|len| u64::from_le_bytes(*len)).collect();
        let all = collect(bytes, &lens)?;
        let mut rest = all.as_slice();
        let mut out = Vec::with_capacity(ranks);
        for len in lens {
            let (one, behind) = rest.split_at(usize::try_from(len).unwrap_or(0).min(rest.len()));
            out.push(one.to_vec());
            rest = behind;
        }
        Ok(out)
    }

    fn all_reduce(
        &mut self,
        values: &[u64],
        how: Reduce,
        patience: Patience,
    ) -> Result<Vec<u64>, RanksError> {
        let mut all = values.to_vec();
        let how = match how {
            Reduce::Sum => 0,
            Reduce::Least => 1,
            Reduce::Largest => 2,
        };
        // SAFETY: the slice is as long as it says.
        let result =
            unsafe { (self.functions.all_reduce)(all.as_mut_ptr(), all.len() as u64, how, ms(patience)) };
        self.functions.check("all-reduce", patience, result)?;
        Ok(all)
    }

    fn post(&mut self, to: usize, bytes: &[u8]) -> Result<(), RanksError> {
        let to = i32::try_from(to).unwrap_or(i32::MAX);
        // SAFETY: the slice is as long as it says; the plugin copies it.
        let result = unsafe { (self.functions.post)(to, bytes.as_ptr(), bytes.len() as u64) };
        self.functions.check("post", Patience::ZERO, result)
    }

    fn take(&mut self) -> Result<Option<Post>, RanksError> {
        let (mut from, mut len) = (0, NOTHING);
        // SAFETY: both places can be written.
        let result = unsafe { (self.functions.take)(&mut from, &mut len) };
        self.functions.check("take", Patience::ZERO, result)?;
        if len == NOTHING {
            return Ok(None);
        }
        let mut bytes = vec![0; usize::try_from(len).unwrap_or(0)];
        // SAFETY: the buffer is as long as the plugin said.
        let result = unsafe { (self.functions.fetch)(bytes.as_mut_ptr()) };
        self.functions.check("take", Patience::ZERO, result)?;
        Ok(Some(Post {
            from: usize::try_from(from).unwrap_or(0),
            bytes,
        }))
    }
}
