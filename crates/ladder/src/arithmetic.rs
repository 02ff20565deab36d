//! Times instructions: an add that needs the one before, and a branch that the CPU cannot foresee.

use std::arch::asm;
use std::hint::black_box;

use crate::batches;

/// A sample's length. Short, so that some samples pass between two interrupts.
const SAMPLE_NS: f64 = 500_000.0;

/// Adds of which each needs the result of the one before: one cycle each. `None`: not written for this CPU.
pub fn dependent_adds(samples: usize) -> Option<Vec<f64>> {
    if !cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
        return None;
    }
    Some(batches(samples, SAMPLE_NS, |operations| {
        let mut sum = 1_u64;
        for _ in 0..operations.div_ceil(32) {
            sum = thirty_two_adds(sum);
        }
        black_box(sum);
    }))
}

macro_rules! repeated {
    ($line:literal) => {
        concat!($line, $line, $line, $line, $line, $line, $line, $line)
    };
}

#[inline(always)]
fn thirty_two_adds(mut sum: u64) -> u64 {
    // SAFETY: only the named registers change.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        asm!(repeated!("add {0}, {1}\nadd {0}, {1}\nadd {0}, {1}\nadd {0}, {1}\n"), inout(reg) sum, in(reg) 3_u64,
            options(nomem, nostack));
    }
    // SAFETY: likewise.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        asm!(repeated!("add {0}, {0}, {1}\nadd {0}, {0}, {1}\nadd {0}, {0}, {1}\nadd {0}, {0}, {1}\n"), inout(reg) sum,
            in(reg) 3_u64, options(nomem, nostack));
    }
    sum
}

/// What a branch costs that was predicted wrongly: a loop whose branch follows random bits, less the same loop with a branch that is never
/// taken, for each of the half of branches that no predictor can know. `None`: not written for this CPU.
pub fn branch_misses(samples: usize) -> Option<Vec<f64>> {
    if !cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
        return None;
    }
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut timed = |mask: u64| {
        batches(samples, SAMPLE_NS, |operations| {
            branches(&mut seed, mask, operations)
        })
    };
    let (random, never) = (timed(1 << 40), timed(0));
    let least = never.into_iter().fold(f64::INFINITY, f64::min);
    Some(
        random
            .into_iter()
            .map(|each| (each - least).max(0.0) * 2.0)
            .collect(),
    )
}

/// Draws numbers (xorshift) and branches by one bit of each.
#[inline(never)]
fn branches(seed: &mut u64, mask: u64, operations: u64) {
    let (mut drawn, mut taken) = (*seed, 0_u64);
    // SAFETY: only the named registers and the flags change.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        asm!(
            "2:",
            "mov {t}, {x}", "shl {t}, 13", "xor {x}, {t}",
            "mov {t}, {x}", "shr {t}, 7", "xor {x}, {t}",
            "mov {t}, {x}", "shl {t}, 17", "xor {x}, {t}",
            "test {x}, {m}",
            "jz 3f",
            "add {a}, 1",
            "3:",
            "dec {n}",
            "jnz 2b",
            x = inout(reg) drawn, a = inout(reg) taken, n = inout(reg) operations => _, m = in(reg) mask, t = out(reg) _,
            options(nomem, nostack)
        );
    }
    // SAFETY: likewise.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        asm!(
            "2:",
            "eor {x}, {x}, {x}, lsl #13", "eor {x}, {x}, {x}, lsr #7", "eor {x}, {x}, {x}, lsl #17",
            "tst {x}, {m}",
            "b.eq 3f",
            "add {a}, {a}, #1",
            "3:",
            "subs {n}, {n}, #1",
            "b.ne 2b",
            x = inout(reg) drawn, a = inout(reg) taken, n = inout(reg) operations => _, m = in(reg) mask,
            options(nomem, nostack)
        );
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = (mask, operations);
    *seed = black_box(drawn);
    taken = black_box(taken);
    let _ = taken;
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_loops_do_what_they_say() {
        assert_eq!(thirty_two_adds(1), 1 + 32 * 3);
        let mut seed = 1;
        branches(&mut seed, 1, 1);
        // xorshift64 with 13, 7, 17 from 1.
        assert_eq!(seed, 1_082_269_761);
    }
}
