//! Prints what a test that cannot run lacks, as lines that `cargo xtask test` counts.

use std::process::Command;

/// What tests are chosen by: the environment's `FIORD_TIER` is `fast`, `kernel`, `oracle`, `all` (the three before it) or `nightly`. Without
/// it every test runs.
#[derive(Clone, Copy)]
pub(crate) enum Tier {
    /// Devices, mounts and limits, most of them for root only.
    Kernel,
    /// The installed fio.
    Oracle,
    /// What takes minutes and finds little.
    Nightly,
}

const LEFT_OUT: &str = "left out by FIORD_TIER=";

/// Nothing, or why this tier leaves it out.
pub(crate) fn wanted(tier: Tier) -> Result<(), String> {
    is_in(tier, &std::env::var("FIORD_TIER").unwrap_or_default())
}

fn is_in(tier: Tier, chosen: &str) -> Result<(), String> {
    match (chosen, tier) {
        ("" | "nightly", _) | ("kernel" | "all", Tier::Kernel) | ("oracle" | "all", Tier::Oracle) => Ok(()),
        ("fast" | "kernel" | "oracle" | "all", _) => Err(format!("{LEFT_OUT}{chosen}")),
        _ => panic!("FIORD_TIER={chosen}: expected fast, kernel, oracle, all or nightly"),
    }
}

/// Nothing, or why the chosen tier leaves out a test that takes minutes and finds little.
///
/// # Errors
///
/// The reason, for [`skip`].
pub fn nightly() -> Result<(), String> {
    wanted(Tier::Nightly)
}

/// How often a test repeats what it draws: `usual` times, and `nightly` times in the nightly tier.
pub fn repeats(usual: u64, nightly: u64) -> u64 {
    let is_nightly = std::env::var("FIORD_TIER").is_ok_and(|tier| tier == "nightly");
    if is_nightly { nightly } else { usual }
}

/// Step through the cases of a long test: the `usual`th by day, each in `cargo xtask test --tier nightly`.
#[must_use]
pub fn every(usual: u64) -> usize {
    usize::try_from(repeats(usual, 1)).unwrap_or(1)
}

/// Prints that a test is left out, as `SKIP feature: reason` on stderr.
///
/// # Panics
///
/// When the environment's `FIORD_REQUIRE` (names with commas between them, or `all`) names the feature, and no tier leaves it out.
pub fn skip(feature: &str, reason: &str) {
    let required = std::env::var("FIORD_REQUIRE").unwrap_or_default();
    let is_refused = is_named(&required, feature) && !reason.starts_with(LEFT_OUT);
    assert!(!is_refused, "{feature} is required: {reason}");
    eprintln!("SKIP {feature}: {}", reason.trim());
}

fn is_named(required: &str, feature: &str) -> bool {
    required.split(',').any(|name| name == feature || name == "all")
}

/// The value of a `Result`; without one, prints why and returns from the test.
#[macro_export]
macro_rules! or_skip {
    ($feature:expr, $result:expr) => {
        match $result {
            Ok(value) => value,
            Err(reason) => return $crate::skip($feature, &reason.to_string()),
        }
    };
}

/// Whether the fio is installed whose behaviour and formats are ours, 3.33; skips where it is not.
pub fn fio() -> bool {
    if let Err(reason) = wanted(Tier::Oracle) {
        skip("fio", &reason);
        return false;
    }
    let version = Command::new("fio").arg("--version").output();
    let version = version
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        .unwrap_or_default();
    let here = version == "fio-3.33";
    if !here {
        skip("fio", &format!("the oracle is fio 3.33, found `{version}`"));
    }
    here
}

#[cfg(test)]
mod tests {
    use super::{Tier, is_in, is_named};

    #[test]
    fn a_tier_leaves_out_what_belongs_to_the_others() {
        for (chosen, kernel, oracle, nightly) in [
            ("", true, true, true),
            ("all", true, true, false),
            ("fast", false, false, false),
            ("kernel", true, false, false),
            ("oracle", false, true, false),
            ("nightly", true, true, true),
        ] {
            assert_eq!(is_in(Tier::Kernel, chosen).is_ok(), kernel, "{chosen}");
            assert_eq!(is_in(Tier::Oracle, chosen).is_ok(), oracle, "{chosen}");
            assert_eq!(is_in(Tier::Nightly, chosen).is_ok(), nightly, "{chosen}");
        }
    }

    #[test]
    fn required_is_what_is_named_or_all() {
        assert!(is_named("loop,zram", "zram"));
        assert!(is_named("all", "zram"));
        assert!(!is_named("loop,zram0", "zram"));
        assert!(!is_named("", "zram"));
    }
}
