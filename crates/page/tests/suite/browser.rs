//! Pages in headless Chromium: they load without a word on the console, and say what the document says.

use std::path::Path;
use std::process::{Command, Stdio};

use fiord_page::{PageExtra, page};
use serde_json::Value;

use super::samples;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

fn chromium() -> Result<&'static str, String> {
    let is_there = |name: &&str| {
        let mut version = Command::new(name);
        version
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    };
    NAMES
        .into_iter()
        .find(is_there)
        .ok_or_else(|| "no Chromium is installed".to_owned())
}

struct Shown {
    dom: String,
    console: String,
}

fn browse(chromium: &str, profile: &Path, file: &Path, more: &[&str]) -> Shown {
    let output = Command::new(chromium)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--hide-scrollbars",
            "--enable-logging=stderr",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(more)
        .arg(format!("file://{}", file.display()))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Shown {
        dom: String::from_utf8_lossy(&output.stdout).into_owned(),
        console: said
            .lines()
            .filter(|line| line.contains(":CONSOLE") || line.contains("Content Security Policy"))
            .collect::<Vec<_>>()
            .join("\n"),
    }
}

#[test]
fn pages_load_without_errors_and_no_name_runs() {
    let chromium = fiord_testbed::or_skip!("chromium", chromium());
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("profile");
    let documents: [(&str, Value); 4] = [
        ("study", samples::study()),
        ("compare", samples::comparison()),
        ("run", samples::run()),
        ("survey", samples::survey()),
    ];
    // For people who look at them: target/tmp/pages.
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    std::fs::create_dir_all(&kept).unwrap();
    for (name, document) in documents {
        let file = kept.join(format!("{name}.html"));
        std::fs::write(&file, page(&document, &PageExtra::default()).unwrap()).unwrap();
        let shown = browse(chromium, &profile, &file, &["--dump-dom"]);
        assert_eq!(shown.console, "", "{name}");
        assert!(!shown.dom.contains("<title>owned"), "{name}");
        assert!(shown.dom.contains("</svg>"), "{name}");
        // The browser parsed the data as one text.
        let json = shown.dom.split("id=\"document\">").nth(1).unwrap();
        let json = json.split("</script>").next().unwrap();
        assert_eq!(serde_json::from_str::<Value>(json).unwrap(), document, "{name}");
    }
}
