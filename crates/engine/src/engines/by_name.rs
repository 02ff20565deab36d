//! `filecreate`, `filestat`, `dirdelete` and their kin: one operation on a name per I/O, and nothing is kept open.
//!
//! FIO-DIFF(operation-per-io): fio does the operation once per file and counts an I/O for each of its blocks; here each I/O is one
//! operation, and a file or directory has one I/O per pass.

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;

use fiord_job::plan::{Backend, NameAction, StatCall};

use super::sync_calls::outcome;
use crate::engines::engine::Engine;
use crate::io::{Queued, Request};
use fiord_workload::plan::WorkerPlan;

/// See the module.
#[derive(Debug)]
pub(crate) struct ByName {
    backend: Backend,
    stat_call: StatCall,
    paths: Box<[CString]>,
}

impl ByName {
    pub(crate) fn new(plan: &WorkerPlan) -> Self {
        let path = |target: &fiord_workload::plan::Target| {
            // A path with a zero byte in it was refused when it was looked up.
            CString::new(target.path.as_os_str().as_bytes()).unwrap_or_default()
        };
        Self {
            backend: plan.job.engine.kind.backend(),
            stat_call: plan.job.engine.other.stat_call,
            paths: plan.targets.iter().map(path).collect(),
        }
    }

    fn open(path: &CString, flags: libc::c_int) -> isize {
        let flags = flags | libc::O_CLOEXEC | libc::O_NONBLOCK;
        // SAFETY: the path is a C string; the descriptor is closed at once and used nowhere else.
        unsafe {
            let fd = libc::open(path.as_ptr(), flags, 0o600);
            if fd >= 0 {
                libc::close(fd);
            }
            fd as isize
        }
    }

    fn look_up(&self, path: &CString) -> isize {
        let mut stat = std::mem::MaybeUninit::<libc::stat>::uninit();
        let mut statx = std::mem::MaybeUninit::<libc::statx>::uninit();
        let name = path.as_ptr();
        // SAFETY: the path is a C string; the calls write their answers, which nobody reads.
        let result = unsafe {
            match self.stat_call {
                StatCall::Stat => libc::stat(name, stat.as_mut_ptr()),
                StatCall::Lstat => libc::lstat(name, stat.as_mut_ptr()),
                StatCall::Statx => libc::statx(libc::AT_FDCWD, name, 0, libc::STATX_ALL, statx.as_mut_ptr()),
            }
        };
        result as isize
    }

    fn operate(&self, path: &CString) -> isize {
        use Backend::{DirectoryNames, FileNames};
        match self.backend {
            // A link that was put there meanwhile is not followed.
            FileNames(NameAction::Create) => {
                Self::open(path, libc::O_RDWR | libc::O_CREAT | libc::O_NOFOLLOW)
            }
            FileNames(NameAction::Open) => Self::open(path, libc::O_RDONLY),
            FileNames(NameAction::Stat) | DirectoryNames(NameAction::Stat) => self.look_up(path),
            // SAFETY: plain system calls on a C string.
            FileNames(NameAction::Delete) => unsafe { libc::unlink(path.as_ptr()) as isize },
            // SAFETY: as above.
            DirectoryNames(NameAction::Create) => unsafe { libc::mkdir(path.as_ptr(), 0o700) as isize },
            // SAFETY: as above.
            DirectoryNames(NameAction::Delete) => unsafe { libc::rmdir(path.as_ptr()) as isize },
            _ => -1,
        }
    }
}

impl Engine for ByName {
    const IN_PLACE: bool = true;

    #[inline(always)]
    fn queue(&mut self, request: &Request) -> Queued {
        let io = &request.io;
        let Some(path) = self
            .paths
            .get(io.file as usize)
            .filter(|_| io.op.ddir().is_some())
        else {
            return Queued::Done(-libc::EINVAL);
        };
        let result = outcome(self.operate(path));
        Queued::Done(if result < 0 { result } else { io.len as i32 })
    }
}
