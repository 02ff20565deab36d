//! Stores to persistent memory: past the processor's caches, or into them and their lines written back at once.
//!
//! A store is durable once it has left the caches and a fence has followed (Intel, Software Developer's Manual, volume 1, 10.4.6.2
//! and 11.4.4, and volume 2 under CLWB and CLFLUSHOPT; AMD, Architecture Programmer's Manual, volume 3, the same names). What lies
//! between the processor and the memory keeps its word in a loss of power: that is what makes memory persistent.

/// The instruction that writes a cache line back: the best that the processor has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WriteBack {
    /// `CLWB`: the line may stay in the cache.
    Clwb,
    /// `CLFLUSHOPT`: it is gone, and others are written back meanwhile.
    ClflushOpt,
    /// `CLFLUSH`: one after the other.
    Clflush,
}

#[cfg(target_arch = "x86_64")]
pub(super) use with_instructions::*;
#[cfg(not(target_arch = "x86_64"))]
pub(super) use without::*;

#[cfg(target_arch = "x86_64")]
mod with_instructions {
    use std::arch::asm;
    use std::arch::x86_64::{
        __cpuid, __cpuid_count, __m128i, _mm_clflush, _mm_loadu_si128, _mm_sfence, _mm_stream_si128,
    };

    use super::WriteBack;

    /// Bytes of a cache line.
    const LINE: usize = 64;

    /// Bytes of a store past the caches.
    const WORD: usize = size_of::<__m128i>();

    impl WriteBack {
        /// What this processor has.
        pub(in super::super) fn of_this_processor() -> Option<Self> {
            const CLFLUSHOPT: u32 = 1 << 23;
            const CLWB: u32 = 1 << 24;
            let features = features();
            Some(match features {
                _ if features & CLWB != 0 => WriteBack::Clwb,
                _ if features & CLFLUSHOPT != 0 => WriteBack::ClflushOpt,
                _ => WriteBack::Clflush,
            })
        }

        /// Writes back all lines that hold some of `len` bytes from `place` on.
        ///
        /// # Safety
        /// The bytes are mapped, and the processor has the instruction.
        unsafe fn lines(self, place: *const u8, len: usize) {
            let mut line = place.wrapping_sub(place.addr() % LINE);
            let end = place.wrapping_add(len);
            while line < end {
                // SAFETY: the line holds mapped bytes, and a page holds whole lines; no content changes.
                unsafe {
                    match self {
                        WriteBack::Clwb => asm!("clwb [{}]", in(reg) line, options(nostack, preserves_flags)),
                        WriteBack::ClflushOpt => {
                            asm!("clflushopt [{}]", in(reg) line, options(nostack, preserves_flags));
                        }
                        WriteBack::Clflush => _mm_clflush(line),
                    }
                }
                line = line.wrapping_add(LINE);
            }
        }
    }

    /// Structured extended features (leaf 7, register EBX); 0 where the processor has no such leaf.
    #[allow(unused_unsafe, reason = "older compilers take the instruction for unsafe")]
    fn features() -> u32 {
        const LEAF: u32 = 7;
        // SAFETY: every processor of this architecture has the instruction.
        unsafe {
            if __cpuid(0).eax < LEAF {
                return 0;
            }
            __cpuid_count(LEAF, 0).ebx
        }
    }

    /// Copies through the caches and writes the lines back.
    ///
    /// # Safety
    /// Both ranges are `len` valid bytes and do not overlap; the processor has the instruction.
    pub(in super::super) unsafe fn copy_through_caches(
        to: *mut u8,
        from: *const u8,
        len: usize,
        back: WriteBack,
    ) {
        // SAFETY: the caller's promise.
        unsafe {
            std::ptr::copy_nonoverlapping(from, to, len);
            back.lines(to, len);
        }
    }

    /// Copies past the caches; what is less than a word at either end goes through them.
    ///
    /// # Safety
    /// As of [`copy_through_caches`].
    pub(in super::super) unsafe fn copy_past_caches(
        to: *mut u8,
        from: *const u8,
        len: usize,
        back: WriteBack,
    ) {
        let head = to.align_offset(WORD).min(len);
        let body = (len - head) / WORD * WORD;
        let tail = len - head - body;
        // SAFETY: head, body and tail make up the ranges of the caller; `to` is aligned for words behind the head, and loads need no
        // alignment. Every processor of this architecture has these instructions.
        unsafe {
            copy_through_caches(to, from, head, back);
            for at in (head..head + body).step_by(WORD) {
                let word = _mm_loadu_si128(from.add(at).cast());
                _mm_stream_si128(to.add(at).cast(), word);
            }
            copy_through_caches(to.add(head + body), from.add(head + body), tail, back);
        }
    }

    /// What was stored past the caches or written back before is durable when this returns.
    pub(in super::super) fn fence() {
        // SAFETY: every processor of this architecture has it, and it changes nothing.
        unsafe { _mm_sfence() };
    }
}

/// Processors for which nobody has written the instructions down: no job gets here.
#[cfg(not(target_arch = "x86_64"))]
mod without {
    use super::WriteBack;

    impl WriteBack {
        pub(in super::super) fn of_this_processor() -> Option<Self> {
            None
        }
    }

    /// # Safety
    /// Both ranges are `len` valid bytes and do not overlap.
    pub(in super::super) unsafe fn copy_through_caches(
        to: *mut u8,
        from: *const u8,
        len: usize,
        _: WriteBack,
    ) {
        // SAFETY: the caller's promise.
        unsafe { std::ptr::copy_nonoverlapping(from, to, len) };
    }

    pub(in super::super) use copy_through_caches as copy_past_caches;

    pub(in super::super) fn fence() {}
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    type Copy = unsafe fn(*mut u8, *const u8, usize, WriteBack);

    /// Every instruction that this processor has.
    fn had() -> Vec<WriteBack> {
        let best = WriteBack::of_this_processor();
        let all = [WriteBack::Clwb, WriteBack::ClflushOpt, WriteBack::Clflush];
        // A processor that has one of them has those below it.
        all.into_iter().skip_while(|one| Some(*one) != best).collect()
    }

    #[test]
    fn copies_are_whole_at_every_place_and_length_and_touch_nothing_else() {
        let from: Vec<u8> = (0..600).map(|at| (at % 251 + 1) as u8).collect();
        let copies: [Copy; 2] = [copy_through_caches, copy_past_caches];
        for (copy, back) in copies
            .into_iter()
            .flat_map(|copy| had().into_iter().map(move |back| (copy, back)))
        {
            for start in [0, 1, 15, 16, 17, 63, 64, 65] {
                for len in [0, 1, 15, 16, 31, 64, 100, 257, 512] {
                    let mut to = vec![0_u8; 700];
                    // SAFETY: both ranges lie in their vectors, and the processor has the instruction.
                    unsafe { copy(to[start..].as_mut_ptr(), from[3..].as_ptr(), len, back) };
                    fence();
                    assert_eq!(to[start..start + len], from[3..3 + len], "{back:?} {start} {len}");
                    let around = to[..start].iter().chain(&to[start + len..]);
                    assert_eq!(
                        around.filter(|byte| **byte != 0).count(),
                        0,
                        "{back:?} {start} {len}"
                    );
                }
            }
        }
    }
}
