//! Memory of the I/O buffers: one mapping per worker, cut into aligned slots.
//!
//! This is memory only; what is written into it is decided elsewhere. Anonymous mappings are page-aligned, which is
//! enough for direct I/O on every device that Linux supports, and cost nothing until they are touched.

use std::io;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;

use fiord_job::plan::{BufferPlan, MemoryKind};
use fiord_targets::files::open_regular;
use rustix::fs::{MemfdFlags, StatFs};

/// The buffers of one worker: `slots` pieces of `slot_bytes` usable bytes each.
#[derive(Debug)]
pub struct SlotBuffers {
    base: NonNull<u8>,
    mapped_bytes: usize,
    first: usize,
    stride: usize,
    slot_bytes: usize,
    slots: usize,
    /// The file behind `mem=mmap:FILE`, where it was made for this.
    made: Option<PathBuf>,
}

// SAFETY: the mapping belongs to this value alone and is not tied to the thread that made it.
unsafe impl Send for SlotBuffers {}

impl SlotBuffers {
    /// Maps memory for `slots` buffers of `slot_bytes` each, zero-filled.
    ///
    /// Each slot begins at a page boundary, plus `iomem_align`'s offset as fio counts it: the first slot is aligned to
    /// that many bytes and the others follow at multiples of the largest block rounded up to a page.
    ///
    /// # Errors
    /// What `mmap` says: no memory, no huge pages, no such file.
    pub fn map(plan: &BufferPlan, slots: usize, slot_bytes: usize) -> io::Result<Self> {
        let page = rustix::param::page_size();
        let align = usize::try_from(plan.align_bytes).unwrap_or(0).max(page);
        let too_large = || io::Error::from_raw_os_error(libc::ENOMEM);
        let stride = slot_bytes
            .max(1)
            .checked_next_multiple_of(page)
            .ok_or_else(too_large)?;
        let payload = stride.checked_mul(slots.max(1)).ok_or_else(too_large)?;
        let slack = if align > page { align } else { 0 };
        let wanted = payload.checked_add(slack).ok_or_else(too_large)?;
        let (flags, unit, backing) = mapping(&plan.memory, page);
        let mapped_bytes = wanted.checked_next_multiple_of(unit).ok_or_else(too_large)?;
        let (base, made) = map_memory(mapped_bytes, flags, backing.map(Path::new))?;
        let first = base.as_ptr().addr().next_multiple_of(align) - base.as_ptr().addr();
        Ok(Self {
            base,
            mapped_bytes,
            first,
            stride,
            slot_bytes,
            slots,
            made,
        })
    }

    /// Start of the buffer of `slot`, valid for [`SlotBuffers::slot_bytes`] bytes while `self` lives.
    ///
    /// `slot` must be below [`SlotBuffers::slots`]; a larger one gives the last slot's buffer.
    #[inline(always)]
    pub fn slot(&self, slot: u32) -> *mut u8 {
        let index = (slot as usize).min(self.slots.saturating_sub(1));
        // SAFETY: first + slots * stride lies within the mapping, see `map`.
        unsafe { self.base.as_ptr().add(self.first + index * self.stride) }
    }

    /// The buffer of `slot` as bytes.
    pub fn slot_mut(&mut self, slot: u32) -> &mut [u8] {
        let start = self.slot(slot);
        // SAFETY: the slot lies within the mapping, which is initialised (zero-filled by the kernel) and borrowed
        // mutably for as long as the slice lives.
        unsafe { std::slice::from_raw_parts_mut(start, self.slot_bytes) }
    }

    /// Usable bytes of a slot.
    pub const fn slot_bytes(&self) -> usize {
        self.slot_bytes
    }
}

impl Drop for SlotBuffers {
    fn drop(&mut self) {
        // SAFETY: base and mapped_bytes are those of our own mapping, and nobody can use it after the drop.
        unsafe {
            libc::munmap(self.base.as_ptr().cast(), self.mapped_bytes);
        }
        // FIO-DIFF(mem-file): fio removes the file whatever it was.
        if let Some(made) = &self.made {
            let _ = std::fs::remove_file(made);
        }
    }
}

/// Flags, the unit the length must be a multiple of, and the backing file.
fn mapping(kind: &MemoryKind, page: usize) -> (i32, usize, Option<&str>) {
    match kind {
        // fio allocates these with different calls; the memory that comes out is the same kind.
        MemoryKind::Malloc | MemoryKind::Mmap(None) => (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, page, None),
        MemoryKind::Shm | MemoryKind::MmapShared(None) => {
            (libc::MAP_SHARED | libc::MAP_ANONYMOUS, page, None)
        }
        MemoryKind::MmapHuge(None) => (
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_HUGETLB,
            default_huge_page(),
            None,
        ),
        MemoryKind::ShmHuge => (
            libc::MAP_SHARED | libc::MAP_ANONYMOUS | libc::MAP_HUGETLB,
            default_huge_page(),
            None,
        ),
        MemoryKind::Mmap(Some(file)) => (libc::MAP_PRIVATE, page, Some(file)),
        MemoryKind::MmapShared(Some(file)) => (libc::MAP_SHARED, page, Some(file)),
        // The file lies on hugetlbfs, so it brings the huge pages itself.
        MemoryKind::MmapHuge(Some(file)) => (libc::MAP_SHARED, huge_page_at(Path::new(file)), Some(file)),
    }
}

/// The size that `MAP_HUGETLB` has: that of a file in memory of huge pages.
fn default_huge_page() -> usize {
    let file = rustix::fs::memfd_create("huge-page", MemfdFlags::CLOEXEC | MemfdFlags::HUGETLB);
    huge_page(file.and_then(rustix::fs::fstatfs))
}

/// The size of the hugetlbfs on which a file is, or will be.
fn huge_page_at(file: &Path) -> usize {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    huge_page(rustix::fs::statfs(folder.unwrap_or(Path::new("."))))
}

fn huge_page(found: rustix::io::Result<StatFs>) -> usize {
    const USUAL: usize = 2 << 20;
    let bytes = found.ok().and_then(|found| usize::try_from(found.f_bsize).ok());
    bytes.filter(|bytes| bytes.is_power_of_two()).unwrap_or(USUAL)
}

/// The mapping, and the path of the file behind it where that was not there before.
fn map_memory(
    bytes: usize,
    flags: i32,
    backing: Option<&Path>,
) -> io::Result<(NonNull<u8>, Option<PathBuf>)> {
    let mut made = None;
    let file = match backing {
        None => None,
        Some(path) => {
            let options = &mut std::fs::OpenOptions::new();
            made = (!path.exists()).then(|| path.to_owned());
            let file = open_regular(options.read(true).write(true), path)?;
            file.set_len(bytes as u64)?;
            Some(file)
        }
    };
    let fd = file.as_ref().map_or(-1, std::os::fd::AsRawFd::as_raw_fd);
    // SAFETY: a fresh mapping at an address of the kernel's choice; the result is checked below.
    let start = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            bytes,
            libc::PROT_READ | libc::PROT_WRITE,
            flags,
            fd,
            0,
        )
    };
    if start == libc::MAP_FAILED {
        let error = io::Error::last_os_error();
        if let Some(made) = made {
            let _ = std::fs::remove_file(made);
        }
        return Err(error);
    }
    let start = NonNull::new(start.cast()).ok_or_else(|| io::Error::from_raw_os_error(libc::ENOMEM))?;
    Ok((start, made))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn huge_pages_have_the_size_that_the_kernel_says() {
        let text = std::fs::read_to_string("/proc/meminfo").unwrap();
        let kib = text
            .lines()
            .find_map(|line| line.strip_prefix("Hugepagesize:")?.trim().strip_suffix(" kB"));
        let Some(kib) = kib else {
            return fiord_testbed::skip("huge-pages", "this kernel has none");
        };
        assert_eq!(default_huge_page(), kib.parse::<usize>().unwrap() * 1024);
        // The size of the mount: tmpfs has pages.
        assert_eq!(
            huge_page_at(Path::new("/dev/shm/huge")),
            rustix::param::page_size()
        );
    }

    #[test]
    fn slots_are_aligned_apart_and_zero() {
        for (bytes, align) in [
            (1, 0),
            (512, 512),
            (4096, 4096),
            (5000, 65_536),
            (1 << 20, 1 << 21),
        ] {
            let plan = BufferPlan {
                align_bytes: align,
                ..BufferPlan::default()
            };
            let mut buffers = SlotBuffers::map(&plan, 3, bytes).unwrap();
            assert_eq!(
                buffers.slot(0).addr() % (align as usize).max(4096),
                0,
                "{bytes} {align}"
            );
            for slot in 0..3 {
                assert!(buffers.slot_mut(slot).iter().all(|byte| *byte == 0));
                buffers.slot_mut(slot).fill(slot as u8 + 1);
            }
            for slot in 0..3 {
                assert!(
                    buffers.slot_mut(slot).iter().all(|byte| *byte == slot as u8 + 1),
                    "slots overlap"
                );
                assert_eq!(buffers.slot(slot).addr() % 4096, 0);
            }
        }
    }

    #[test]
    fn a_file_that_was_made_for_buffers_goes_with_them_and_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("memory");
        let plan = BufferPlan {
            memory: MemoryKind::MmapShared(Some(path.to_str().unwrap().to_owned())),
            ..BufferPlan::default()
        };
        let buffers = SlotBuffers::map(&plan, 1, 4096).unwrap();
        assert!(path.exists());
        drop(buffers);
        assert!(!path.exists());
        std::fs::write(&path, [1; 4096]).unwrap();
        drop(SlotBuffers::map(&plan, 1, 4096).unwrap());
        assert!(path.exists());
    }

    #[test]
    fn a_size_that_no_machine_has_is_an_error() {
        let error = SlotBuffers::map(&BufferPlan::default(), 1 << 20, 1 << 60).unwrap_err();
        assert_eq!(error.raw_os_error(), Some(libc::ENOMEM));
    }
}
