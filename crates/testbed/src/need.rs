//! What a test says when it cannot run. `cargo xtask test` counts these lines.

use std::process::Command;

/// Says that a test is left out, as `SKIP feature: reason` on stderr.
///
/// # Panics
///
/// When the environment's `FIORD_REQUIRE` (names with commas between them, or `all`) names the feature.
pub fn skip(feature: &str, reason: &str) {
    let required = std::env::var("FIORD_REQUIRE").unwrap_or_default();
    assert!(!is_named(&required, feature), "{feature} is required: {reason}");
    eprintln!("SKIP {feature}: {}", reason.trim());
}

fn is_named(required: &str, feature: &str) -> bool {
    required.split(',').any(|name| name == feature || name == "all")
}

/// The value of a `Result`, or else: says why there is none and returns from the test.
#[macro_export]
macro_rules! or_skip {
    ($feature:expr, $result:expr) => {
        match $result {
            Ok(value) => value,
            Err(reason) => return $crate::skip($feature, &reason),
        }
    };
}

/// Whether the fio is here whose behaviour and formats are ours, 3.33; says so when it is not.
pub fn fio() -> bool {
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
    use super::is_named;

    #[test]
    fn required_is_what_is_named_or_all() {
        assert!(is_named("loop,zram", "zram"));
        assert!(is_named("all", "zram"));
        assert!(!is_named("loop,zram0", "zram"));
        assert!(!is_named("", "zram"));
    }
}
