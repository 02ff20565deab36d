//! Metadata that go with NVMe commands: their buffers, and protection information that the host makes and checks.

use std::io;
use std::os::fd::RawFd;

use fiord_job::plan::{JobPlan, MetadataPlan};
use fiord_messages::{Fixed, Sentence, run_errors as messages};

use crate::passthrough::nvme::{Namespace, NvmeCommand, ProtectionField};
use crate::passthrough::nvme_ioctl;
use crate::passthrough::protection::{Checks, GuardWidth, Protection, Unprotected};

/// What the blocks of one namespace carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Carried {
    /// Bytes of metadata that go with each block; 0: none do.
    bytes: usize,
    /// Of each block.
    block_bytes: usize,
    /// What commands say of protection information.
    field: Option<ProtectionField>,
    /// What the host makes and checks.
    by_host: Option<Protection>,
}

/// What a job cannot have on this namespace.
type Refused = (Sentence, i32);

/// The data of a command in flight.
#[derive(Debug, Clone, Copy)]
pub struct CommandData {
    /// Which of the worker's files.
    pub file: u32,
    /// Of the slots in flight: no other command has it.
    pub slot: u32,
    /// Offset on the namespace in bytes.
    pub offset: u64,
    /// Length in bytes.
    pub len: u32,
    /// The data: valid for `len` bytes until the slot completes.
    pub buffer: *mut u8,
}

impl Carried {
    /// # Errors
    /// What the options and the namespace do not agree on.
    pub fn of(fd: RawFd, nsid: u32, namespace: &Namespace, job: &JobPlan) -> Result<Self, Refused> {
        let guard = match namespace.protection {
            0 => Ok(GuardWidth::Short),
            _ => nvme_ioctl::guard_of(fd, nsid, namespace),
        };
        Self::agreed(
            namespace,
            guard,
            &job.engine.passthrough.metadata,
            job.access.max_block_bytes(),
        )
    }

    fn agreed(
        namespace: &Namespace,
        guard: Result<GuardWidth, Fixed>,
        plan: &MetadataPlan,
        largest_bytes: u64,
    ) -> Result<Self, Refused> {
        let refuse = |words: Sentence, errno| Err((words, errno));
        let is_protected = namespace.protection != 0;
        if let Some(refusal) = unprotected(namespace, plan) {
            return Err(refusal);
        }
        let guard = guard.map_err(|words| (Sentence::new(words), libc::EOPNOTSUPP))?;
        let metadata = usize::from(namespace.metadata_bytes);
        // The device keeps to itself what it makes and strips.
        let bytes = if is_protected && plan.by_device && metadata == guard.tuple_bytes() {
            0
        } else {
            metadata
        };
        // FIO-DIFF(nvme-interleaved): later versions of fio take blocks that count their metadata.
        if bytes > 0 && namespace.is_interleaved {
            return refuse(Sentence::new(messages::metadata_interleaved), libc::EOPNOTSUPP);
        }
        if metadata == 0 && plan.buffer_bytes > 0 {
            return refuse(Sentence::new(messages::metadata_none), libc::EINVAL);
        }
        let needed = largest_bytes.div_ceil(u64::from(namespace.block_bytes).max(1)) * bytes as u64;
        if needed > u64::from(plan.buffer_bytes) {
            let given = &plan.buffer_bytes;
            let needed = &needed;
            let words = Sentence::new(|lang| messages::MetadataTooLarge { given, needed }.text(lang));
            return refuse(words, libc::EINVAL);
        }
        let block_bytes = namespace.block_bytes as usize;
        Ok(Self {
            bytes,
            block_bytes,
            field: is_protected.then_some(ProtectionField {
                by_device: plan.by_device,
                check_guard: plan.check_guard,
                check_application: plan.check_application,
                check_reference: plan.check_reference,
                application_tag: plan.application_tag,
                application_mask: plan.application_mask,
                guard,
            }),
            by_host: (is_protected && !plan.by_device).then_some(Protection {
                guard,
                kind: namespace.protection,
                block_bytes,
                metadata_bytes: metadata,
                is_first: namespace.protection_first,
            }),
        })
    }
}

/// What a job asks of protection information and the namespace has not.
fn unprotected(namespace: &Namespace, plan: &MetadataPlan) -> Option<Refused> {
    let checks = plan.check_guard || plan.check_application || plan.check_reference;
    let words = if checks && namespace.protection == 0 {
        Sentence::new(messages::protection_none)
    } else if plan.check_reference && namespace.protection == 3 {
        Sentence::new(messages::protection_type_3)
    } else {
        return None;
    };
    Some((words, libc::EINVAL))
}

/// A read that is checked when it has ended.
#[derive(Debug, Clone, Copy)]
struct Checked {
    file: u32,
    buffer: *const u8,
    len: usize,
    lba: u64,
}

/// Metadata of the I/Os of a worker, by slot.
pub struct MetadataBuffers {
    bytes: Box<[u8]>,
    room: usize,
    reads: Box<[Option<Checked>]>,
    checks: Checks,
    wrong: Option<Unprotected>,
    /// A COMPARE found other data.
    other_data: bool,
}

impl MetadataBuffers {
    pub fn new(plan: &MetadataPlan, depth: u32) -> Self {
        let room = plan.buffer_bytes as usize;
        Self {
            bytes: vec![0; room * depth as usize].into_boxed_slice(),
            room,
            reads: vec![None; depth as usize].into_boxed_slice(),
            checks: Checks {
                guard: plan.check_guard,
                reference: plan.check_reference,
                application: plan.check_application,
                application_tag: plan.application_tag,
                application_mask: plan.application_mask,
            },
            wrong: None,
            other_data: false,
        }
    }

    fn of_slot(&mut self, slot: u32, len: usize) -> Option<&mut [u8]> {
        let from = slot as usize * self.room;
        self.bytes.get_mut(from..from + len)
    }

    /// Gives a READ or WRITE of whole blocks its metadata.
    pub fn add(
        &mut self,
        command: &mut NvmeCommand,
        carried: &Carried,
        moved: &CommandData,
        writes: bool,
    ) -> Option<()> {
        let lba = moved.offset / carried.block_bytes as u64;
        if let Some(field) = &carried.field {
            command.protect(field, lba);
        }
        if carried.bytes == 0 {
            return Some(());
        }
        let len = moved.len as usize / carried.block_bytes * carried.bytes;
        let tag = self.checks.application_tag;
        let metadata = self.of_slot(moved.slot, len)?;
        if let (true, Some(protection)) = (writes, &carried.by_host) {
            // SAFETY: the buffer is valid for this length until the slot completes.
            let data = unsafe { std::slice::from_raw_parts(moved.buffer.cast_const(), moved.len as usize) };
            protection.make(data, metadata, lba, tag);
        }
        (command.metadata, command.metadata_len) = (metadata.as_ptr() as u64, len as u32);
        *self.reads.get_mut(moved.slot as usize)? =
            (!writes && carried.by_host.is_some()).then_some(Checked {
                file: moved.file,
                buffer: moved.buffer.cast_const(),
                len: moved.len as usize,
                lba,
            });
        Some(())
    }

    /// A command has ended well: whether what it read is protected as it should be.
    pub fn is_right<'a>(&mut self, slot: u32, carried: impl FnOnce(u32) -> Option<&'a Carried>) -> bool {
        let Some(read) = self.reads.get_mut(slot as usize).and_then(Option::take) else {
            return true;
        };
        let Some((of, protection)) = carried(read.file).and_then(|of| Some((of, of.by_host?))) else {
            return true;
        };
        let len = read.len / of.block_bytes * of.bytes;
        let checks = self.checks;
        let Some(metadata) = self.of_slot(slot, len) else {
            return true;
        };
        // SAFETY: the slot has not been given back yet, so its buffer is still that of the read.
        let data = unsafe { std::slice::from_raw_parts(read.buffer, read.len) };
        let checked = protection.check(data, metadata, read.lba, &checks);
        self.wrong = self.wrong.or(checked.err());
        checked.is_ok()
    }

    /// A COMPARE (`verify_mode=compare`) has ended so.
    pub const fn found_other_data(&mut self) {
        self.other_data = true;
    }

    /// Why the last I/O failed that failed for its data.
    pub fn take_reason(&mut self) -> Option<Sentence> {
        if std::mem::take(&mut self.other_data) {
            return Some(Sentence::new(messages::compare_differs));
        }
        self.wrong
            .take()
            .map(|wrong| Sentence::new(|lang| wrong.text(lang)))
    }
}

/// The refusal as an error of the system.
pub fn refused((words, errno): Refused) -> (Sentence, io::Error) {
    (words, io::Error::from_raw_os_error(errno))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const SHORT: Result<GuardWidth, Fixed> = Ok(GuardWidth::Short);

    fn namespace(metadata_bytes: u16, protection: u8, is_interleaved: bool) -> Namespace {
        Namespace {
            blocks: 1024,
            block_bytes: 512,
            metadata_bytes,
            is_interleaved,
            protection,
            protection_first: false,
            format: 0,
        }
    }

    fn by_host(buffer_bytes: u32) -> MetadataPlan {
        MetadataPlan {
            buffer_bytes,
            by_device: false,
            check_guard: true,
            check_reference: true,
            ..MetadataPlan::default()
        }
    }

    #[test]
    fn what_does_not_go_together_is_refused() {
        let refused = |namespace: Namespace, plan: MetadataPlan| {
            Carried::agreed(&namespace, SHORT, &plan, 4096)
                .map_or_else(|(words, _)| words.to_string(), |_| String::new())
        };
        let plain = MetadataPlan::default();
        assert_eq!(refused(namespace(0, 0, false), plain), "");
        assert_eq!(refused(namespace(8, 1, false), plain), "");
        assert_eq!(refused(namespace(8, 1, true), plain), "");
        assert_eq!(refused(namespace(8, 1, false), by_host(64)), "");
        assert!(refused(namespace(8, 1, false), by_host(63)).contains("64 bytes of metadata"));
        assert!(refused(namespace(16, 1, false), plain).contains("128 bytes of metadata"));
        assert!(refused(namespace(8, 1, true), by_host(64)).contains("right after its data"));
        assert!(refused(namespace(8, 0, false), by_host(64)).contains("pi_chk"));
        assert!(refused(namespace(8, 3, false), by_host(64)).contains("REFTAG"));
        let room = MetadataPlan {
            buffer_bytes: 64,
            ..plain
        };
        assert!(refused(namespace(0, 0, false), room).contains("no metadata"));
        let unknown = Carried::agreed(
            &namespace(16, 1, false),
            Err(messages::protection_guards_32),
            &plain,
            4096,
        );
        assert!(unknown.unwrap_err().0.to_string().contains("32-bit guards"));
        let long = Carried::agreed(&namespace(16, 1, false), Ok(GuardWidth::Long), &plain, 4096);
        assert_eq!(long.unwrap().bytes, 0, "the device keeps them to itself");
    }

    #[test]
    fn what_a_write_carries_a_read_accepts_and_a_changed_one_not() {
        let plan = by_host(64);
        let carried = Carried::agreed(&namespace(8, 1, false), SHORT, &plan, 4096).unwrap();
        let mut buffers = MetadataBuffers::new(&plan, 2);
        let mut data = vec![0x33_u8; 4096];
        let moved = CommandData {
            file: 0,
            slot: 1,
            offset: 8192,
            len: 4096,
            buffer: data.as_mut_ptr(),
        };
        let mut write = NvmeCommand::default();
        buffers.add(&mut write, &carried, &moved, true).unwrap();
        assert_eq!(
            (write.metadata_len, write.cdw[2], write.cdw[4]),
            (64, 0x1400_0000, 16)
        );
        assert_eq!(write.cdw[5], 0xffff_1234);
        // SAFETY: the address is that of the second slot's metadata.
        let sent = unsafe { std::slice::from_raw_parts(write.metadata as *const u8, 64) };
        assert_eq!(sent[2..8], [0x12, 0x34, 0, 0, 0, 16]);
        assert!(buffers.is_right(1, |_| Some(&carried)), "a write is not checked");
        for (change, expected) in [(false, true), (true, false)] {
            let mut read = NvmeCommand::default();
            buffers.add(&mut read, &carried, &moved, false).unwrap();
            // SAFETY: the buffer is that of the moved.
            unsafe { *moved.buffer.add(600) = if change { 0 } else { 0x33 } };
            assert_eq!(buffers.is_right(1, |_| Some(&carried)), expected);
        }
        let reason = buffers.take_reason().unwrap();
        assert!(reason.to_string().contains("GUARD of block 17"), "{reason}");
        assert_eq!(buffers.take_reason(), None);
        drop(data);
    }
}
