//! A headless Chromium: pages as it shows them, what stands on its console, pictures.

use std::path::Path;
use std::process::{Command, Output, Stdio};

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// A browser with a profile of its own.
pub struct Chromium {
    program: &'static str,
    profile: tempfile::TempDir,
}

/// A page as the browser had it at the end.
pub struct BrowserPage {
    pub dom: String,
    /// Errors, warnings and words of scripts, and what a policy refused.
    pub console: String,
}

/// The installed Chromium.
///
/// # Errors
///
/// There is none, or it does not start.
pub fn chromium() -> Result<Chromium, String> {
    let is_there = |name: &&str| {
        let mut version = Command::new(name);
        version
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    };
    let program = NAMES
        .into_iter()
        .find(is_there)
        .ok_or("no Chromium is installed")?;
    Ok(Chromium {
        program,
        profile: tempfile::tempdir().unwrap(),
    })
}

impl Chromium {
    fn open(&self, url: &str, more: &[&str]) -> Output {
        let output = Command::new(self.program)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--enable-logging=stderr",
            ])
            .arg(format!("--user-data-dir={}", self.profile.path().display()))
            .args(more)
            .arg(url)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{url}: {complaint}");
        output
    }

    /// Loads a page and runs its scripts.
    pub fn dump(&self, url: &str, more: &[&str]) -> BrowserPage {
        let output = self.open(url, &[&["--dump-dom"], more].concat());
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        let is_of_page = |line: &&str| line.contains(":CONSOLE") || line.contains("Content Security Policy");
        BrowserPage {
            dom: String::from_utf8_lossy(&output.stdout).into_owned(),
            console: printed.lines().filter(is_of_page).collect::<Vec<_>>().join("\n"),
        }
    }

    /// Makes a picture of the top of a page.
    pub fn picture(&self, url: &str, to: &Path, (width, height): (u32, u32), more: &[&str]) {
        let size = format!("--window-size={width},{height}");
        let file = format!("--screenshot={}", to.display());
        self.open(url, &[&[size.as_str(), file.as_str()], more].concat());
        assert!(to.is_file(), "{}", to.display());
    }
}
