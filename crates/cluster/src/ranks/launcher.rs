//! Has a launcher end the ranks that wait in vain for one which never began MPI.
//!
//! Open MPI's mpirun ends all when a process leaves with an error. MPICH's does so only for a process that began MPI: the others would wait
//! for it in `MPI_Init` without end. It takes a word for that on the descriptor which it gave to each process (PMI-1, the protocol between
//! MPICH's processes and its launcher).

use std::os::fd::BorrowedFd;

/// The descriptor of the launcher's proxy on this host.
const DESCRIPTOR: &str = "PMI_FD";
/// Set by that proxy for its processes, and by no other launcher that has such a descriptor with another protocol (Slurm's PMI-2).
const PROXY: &str = "MPI_LOCALRANKID";

/// Has MPICH's launcher end all ranks with this exit code. Elsewhere nothing is done. Not for a rank that began MPI, which has words of its own for that.
pub fn end_all(env: impl Fn(&str) -> Option<String>, code: u8) {
    let Some(number) = descriptor(env) else { return };
    let word = format!("cmd=abort exitcode={code}\n");
    // SAFETY: the launcher opened it for this process before it started, and nothing here closes it; where it is closed after all, the
    // kernel says so and nothing is written.
    let line = unsafe { BorrowedFd::borrow_raw(number) };
    // Where the launcher is gone, it has ended the others already.
    let _ = rustix::io::write(line, word.as_bytes());
}

/// Whether there is such a launcher.
pub fn is_to_be_told(env: impl Fn(&str) -> Option<String>) -> bool {
    descriptor(env).is_some()
}

fn descriptor(env: impl Fn(&str) -> Option<String>) -> Option<i32> {
    env(PROXY)?;
    env(DESCRIPTOR)?.parse().ok().filter(|number| *number > 2)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::io::{ErrorKind, Read as _};
    use std::os::fd::AsRawFd as _;
    use std::os::unix::net::UnixStream;

    use super::*;

    #[test]
    fn only_the_launcher_of_mpich_is_told() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        theirs.set_nonblocking(true).unwrap();
        let number = ours.as_raw_fd().to_string();
        let mut read = || {
            let mut bytes = [0; 64];
            match theirs.read(&mut bytes) {
                Ok(count) => String::from_utf8_lossy(&bytes[..count]).into_owned(),
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::WouldBlock);
                    String::new()
                }
            }
        };
        let of_slurm = |name: &str| (name == DESCRIPTOR).then(|| number.clone());
        end_all(of_slurm, 2);
        end_all(|_| None, 2);
        end_all(|name| (name == PROXY).then(|| "0".to_owned()), 2);
        assert_eq!(read(), "");
        end_all(
            |name| match name {
                PROXY => Some("1".to_owned()),
                _ => of_slurm(name),
            },
            2,
        );
        assert_eq!(read(), "cmd=abort exitcode=2\n");
    }
}
