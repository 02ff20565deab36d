//! Where a worker's thread runs and with what priority. Called in that thread, before it sets itself up.

use std::io;
use std::ptr::NonNull;

use fiord_job::plan::{CpuPolicy, JobPlan, NumaMemory};
use fiord_messages::run_errors as messages;

use fiord_targets::failure::Failure;

/// `IOPRIO_WHO_PROCESS` of ioprio_set(2): one thread.
const IOPRIO_WHO_PROCESS: libc::c_int = 1;

/// Gives the calling thread the processors and priorities of `job`. `number` is the worker's, over the whole run.
///
/// # Errors
/// What the system says, as a [`Failure`]: a processor that does not exist, a priority without the right to it.
pub fn apply(job: &JobPlan, number: u32) -> Result<(), Failure> {
    let placement = &job.placement;
    if let Some(cpus) = placement.cpus.as_deref().filter(|cpus| !cpus.is_empty()) {
        match placement.policy {
            CpuPolicy::Shared => set_affinity(cpus)?,
            // One processor per worker; when there are more workers than processors they go round.
            CpuPolicy::Split => set_affinity(&[cpus[number as usize % cpus.len()]])?,
        }
    }
    set_memory_policy(&placement.numa_memory)?;
    if placement.nice != 0 {
        set_nice(placement.nice)?;
    }
    if placement.io_priority() != 0 || placement.prio.is_some() || placement.prioclass.is_some() {
        set_io_priority(placement.io_priority())?;
    }
    // Last: the rest needs the rights of before.
    become_user(placement.uid, placement.gid)
}

/// Gives the calling thread a memory policy of its own (set_mempolicy(2)).
fn set_memory_policy(policy: &NumaMemory) -> Result<(), Failure> {
    const PREFERRED: libc::c_int = 1;
    const BIND: libc::c_int = 2;
    const INTERLEAVE: libc::c_int = 3;
    const LOCAL: libc::c_int = 4;
    let (mode, nodes): (libc::c_int, &[u32]) = match policy {
        NumaMemory::Default => return Ok(()),
        NumaMemory::Local => (LOCAL, &[]),
        NumaMemory::Prefer(node) => (PREFERRED, std::slice::from_ref(node)),
        NumaMemory::Bind(nodes) => (BIND, nodes),
        NumaMemory::Interleave(nodes) => (INTERLEAVE, nodes),
    };
    let mut mask = [0_u64; 16];
    for node in nodes {
        if let Some(word) = mask.get_mut(*node as usize / 64) {
            *word |= 1 << (node % 64);
        }
    }
    let bits = mask.len() * 64;
    // SAFETY: the call reads `bits` bits from the mask, which lives through it.
    let result = unsafe { libc::syscall(libc::SYS_set_mempolicy, mode, mask.as_ptr(), bits) };
    if result == 0 {
        return Ok(());
    }
    let error = io::Error::last_os_error();
    let failure = Failure::from_io("numa_mem_policy", &error);
    Err(match error.raw_os_error() {
        Some(libc::EINVAL) => failure.because(|lang| {
            messages::NoMemoryNodes {
                nodes: &format_args!("{nodes:?}"),
            }
            .text(lang)
        }),
        _ => failure,
    })
}

/// Makes the calling thread another user and group. The system calls, unlike the C library's functions of these names, change one
/// thread; the others keep their rights.
fn become_user(uid: Option<u32>, gid: Option<u32>) -> Result<(), Failure> {
    if uid.is_none() && gid.is_none() {
        return Ok(());
    }
    let check = |option: &'static str, result: libc::c_long| match result {
        0 => Ok(()),
        _ => Err(Failure::from_io(option, &io::Error::last_os_error())),
    };
    if rustix::process::geteuid().is_root() {
        // SAFETY: no groups at all, so nothing is read.
        check("gid", unsafe {
            libc::syscall(libc::SYS_setgroups, 0, std::ptr::null::<libc::gid_t>())
        })?;
    }
    if let Some(gid) = gid {
        // SAFETY: a plain system call without pointers.
        check("gid", unsafe {
            libc::syscall(libc::SYS_setresgid, gid, gid, gid)
        })?;
    }
    if let Some(uid) = uid {
        // SAFETY: as above.
        check("uid", unsafe {
            libc::syscall(libc::SYS_setresuid, uid, uid, uid)
        })?;
    }
    Ok(())
}

fn set_affinity(cpus: &[u32]) -> Result<(), Failure> {
    let mut set = rustix::thread::CpuSet::new();
    for cpu in cpus {
        if *cpu as usize >= rustix::thread::CpuSet::MAX_CPU {
            return Err(
                Failure::new("cpus_allowed", libc::EINVAL).because(|lang| messages::NoCpu { cpu }.text(lang))
            );
        }
        set.set(*cpu as usize);
    }
    rustix::thread::sched_setaffinity(None, &set).map_err(|errno| {
        let failure = Failure::new("cpus_allowed", errno.raw_os_error());
        match errno {
            rustix::io::Errno::INVAL => failure.because(|lang| {
                messages::NoAllowedCpu {
                    cpus: &format_args!("{cpus:?}"),
                }
                .text(lang)
            }),
            _ => failure,
        }
    })
}

/// Linux keeps the nice value per thread (setpriority(2), "C library/kernel differences").
fn set_nice(nice: i32) -> Result<(), Failure> {
    let tid = rustix::thread::gettid().as_raw_nonzero().get();
    // SAFETY: plain call without pointers.
    let result = unsafe { libc::setpriority(libc::PRIO_PROCESS as _, tid as libc::id_t, nice) };
    if result == 0 {
        Ok(())
    } else {
        Err(Failure::from_io("nice", &io::Error::last_os_error()))
    }
}

fn set_io_priority(priority: u16) -> Result<(), Failure> {
    let value = u32::from(priority);
    // SAFETY: plain system call without pointers; 0 means the calling thread.
    let result = unsafe { libc::syscall(libc::SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0, value) };
    if result == 0 {
        Ok(())
    } else {
        Err(Failure::from_io("prio", &io::Error::last_os_error()))
    }
}

/// Memory that is taken away from the system for the time of a run (`lockmem`).
#[derive(Debug)]
pub struct LockedMemory {
    start: NonNull<libc::c_void>,
    bytes: usize,
}

impl LockedMemory {
    /// Maps and locks `bytes` bytes.
    ///
    /// # Errors
    /// What `mmap` or `mlock` says; often a limit (`ulimit -l`).
    pub fn take(bytes: u64) -> io::Result<Self> {
        let bytes = usize::try_from(bytes).map_err(|_| io::Error::from_raw_os_error(libc::ENOMEM))?;
        let (access, flags) = (
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
        );
        // SAFETY: a fresh anonymous mapping at an address of the kernel's choice; the result is checked.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), bytes, access, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = NonNull::new(start).ok_or_else(|| io::Error::from_raw_os_error(libc::ENOMEM))?;
        let memory = Self { start, bytes };
        // SAFETY: the range is our own mapping.
        if unsafe { libc::mlock(memory.start.as_ptr(), memory.bytes) } != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(memory)
    }
}

impl Drop for LockedMemory {
    fn drop(&mut self) {
        // SAFETY: our own mapping, used by nobody else. Unmapping unlocks.
        unsafe {
            libc::munmap(self.start.as_ptr(), self.bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn a_thread_is_put_where_the_job_says() {
        let allowed = rustix::thread::sched_getaffinity(None).unwrap();
        let cpus: Vec<u32> = (0..1024).filter(|cpu| allowed.is_set(*cpu as usize)).collect();
        let mut job = JobPlan::new("j");
        job.placement.cpus = Some(cpus.clone());
        job.placement.policy = CpuPolicy::Split;
        job.placement.nice = 5;
        job.placement.prioclass = Some(3);
        job.placement.prio_hint = 2;
        for number in 0..4 {
            let job = job.clone();
            let expected = cpus[number as usize % cpus.len()];
            std::thread::spawn(move || {
                apply(&job, number).unwrap();
                let now = rustix::thread::sched_getaffinity(None).unwrap();
                assert_eq!(now.count(), 1);
                assert!(now.is_set(expected as usize));
                // SAFETY: plain calls without pointers.
                let (nice, io) = unsafe {
                    (
                        libc::getpriority(libc::PRIO_PROCESS, 0),
                        libc::syscall(libc::SYS_ioprio_get, 1, 0),
                    )
                };
                assert_eq!((nice, io >> 13, io >> 3 & 0x3ff), (5, 3, 2));
            })
            .join()
            .unwrap();
        }
    }

    #[test]
    fn a_thread_becomes_another_user_alone() {
        if !rustix::process::geteuid().is_root() {
            return fiord_testbed::skip("root", "changing users needs it");
        }
        let mut job = JobPlan::new("j");
        (job.placement.uid, job.placement.gid) = (Some(65_534), Some(65_533));
        let ids = || {
            (
                rustix::process::geteuid().as_raw(),
                rustix::process::getegid().as_raw(),
            )
        };
        let before = ids();
        let there = std::thread::spawn(move || {
            apply(&job, 0).unwrap();
            ids()
        });
        assert_eq!(there.join().unwrap(), (65_534, 65_533));
        assert_eq!(ids(), before);
    }

    #[test]
    fn memory_comes_from_nodes_that_exist() {
        let with = |policy: NumaMemory| {
            std::thread::spawn(move || set_memory_policy(&policy))
                .join()
                .unwrap()
        };
        assert_eq!(with(NumaMemory::Bind(vec![0])), Ok(()));
        assert_eq!(with(NumaMemory::Local), Ok(()));
        let failure = with(NumaMemory::Bind(vec![1000])).unwrap_err();
        assert_eq!((failure.op, failure.errno), ("numa_mem_policy", libc::EINVAL));
    }

    #[test]
    fn a_processor_that_does_not_exist_is_named() {
        let mut job = JobPlan::new("j");
        job.placement.cpus = Some(vec![1023]);
        let failure = std::thread::spawn(move || apply(&job, 0))
            .join()
            .unwrap()
            .unwrap_err();
        assert_eq!(failure.errno, libc::EINVAL);
        assert!(failure.to_string().contains("1023"), "{failure}");
    }

    #[test]
    fn locked_memory_comes_and_goes() {
        drop(LockedMemory::take(16 << 10).unwrap());
        assert!(LockedMemory::take(1 << 60).is_err());
    }
}
