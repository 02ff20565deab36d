//! Manual pages and completions are made from the tables of verbs and options, and hold all of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{fiord, text};
use crate::snapshot::{assert_screen, messages};

fn printed(args: &[&str]) -> String {
    let output = fiord(Path::new("."), args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    text(&output.stdout)
}

/// What a help lists below `Commands:`.
fn listed(help: &str) -> Vec<String> {
    let listed = help
        .lines()
        .skip_while(|line| !line.starts_with("Commands:"))
        .skip(1);
    listed
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .filter(|verb| verb != "help")
        .collect()
}

/// The verbs as `fiord --help` lists them.
fn verbs() -> Vec<String> {
    listed(&printed(&["--help"]))
}

/// Every command with its help: `run`, `study`, `study run`.
fn commands() -> Vec<(Vec<String>, String)> {
    let mut commands: Vec<(Vec<String>, String)> = Vec::new();
    let mut open: Vec<Vec<String>> = verbs().into_iter().map(|verb| vec![verb]).collect();
    while let Some(words) = open.pop() {
        let line: Vec<&str> = words.iter().map(String::as_str).chain(["--help"]).collect();
        let help = printed(&line);
        for below in listed(&help) {
            open.push([&words[..], &[below]].concat());
        }
        commands.push((words, help));
    }
    commands
}

/// The options that a help names at the beginning of a line.
pub(crate) fn options(help: &str) -> Vec<String> {
    let named = help.lines().filter_map(|line| {
        let from = line.trim_start().find("--")?;
        let option = &line.trim_start()[from..];
        (from <= 4).then(|| {
            option
                .split([' ', '=', ',', '['])
                .next()
                .unwrap_or_default()
                .to_owned()
        })
    });
    named.filter(|option| option.len() > 2).collect()
}

#[test]
fn every_command_has_its_page_and_its_completions_with_its_options() {
    let verbs = verbs();
    assert!(
        verbs.iter().any(|verb| verb == "run") && verbs.len() > 10,
        "{verbs:?}"
    );
    let whole = printed(&["man"]);
    let shells = ["bash", "zsh", "fish"].map(|shell| (shell, printed(&["completions", shell])));
    let mut count = 0;
    for (words, help) in commands() {
        let name = words.join("-");
        if words.len() == 1 {
            assert!(whole.contains(&format!("fiord\\-{name}(1)")), "{name}\n{whole}");
        }
        let page = printed(&["man", &name]);
        for option in options(&help) {
            let in_roff = option.replace('-', "\\-");
            assert!(page.contains(&in_roff), "{name}: {option}\n{page}");
            for (shell, text) in &shells {
                // fish has long options without their dashes.
                let wanted = match *shell {
                    "fish" => format!(" -l {}", option.trim_start_matches('-')),
                    _ => option.clone(),
                };
                assert!(text.contains(&wanted), "{shell}: {name}: {option}");
            }
            count += 1;
        }
    }
    assert!(count > 150, "{count} options");
}

/// Completions of `fiord run` have our options and those of jobs, in the line of that verb.
#[test]
fn a_job_is_completed_where_one_is_typed() {
    let text = printed(&["completions", "bash"]);
    let options = |verb: &str| {
        let begin = text
            .find(&format!("        fiord__subcmd__{verb})"))
            .unwrap_or_else(|| panic!("{verb}: {text}"));
        let line = text[begin..]
            .lines()
            .find(|line| line.trim_start().starts_with("opts="))
            .unwrap();
        line.split(['"', ' ']).map(str::to_owned).collect::<Vec<_>>()
    };
    for verb in ["run", "explain", "sweep", "try"] {
        let offered = options(verb);
        for option in ["--rw", "--iodepth", "--json"] {
            assert!(
                offered.iter().any(|word| word == option),
                "{verb}: {option}: {offered:?}"
            );
        }
    }
    assert!(!options("watch").iter().any(|word| word == "--rw"));
}

#[test]
fn values_are_completed() {
    for shell in ["bash", "zsh", "fish"] {
        let text = printed(&["completions", shell]);
        let offers = |words: &[&str]| words.iter().all(|word| text.contains(word));
        assert!(offers(&["randrw", "io_uring", "crc32c-intel"]), "{shell}");
        // fish's script has no values of arguments without an option.
        assert!(shell == "fish" || offers(&["read-depth", "etcd"]), "{shell}");
    }
}

#[test]
fn completions_are_read_by_their_shells() {
    let folder = tempfile::tempdir().unwrap();
    for (shell, check) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        let path = folder.path().join(shell);
        std::fs::write(&path, printed(&["completions", shell])).unwrap();
        match Command::new(shell).arg(check).arg(&path).output() {
            Ok(output) => assert!(
                output.status.success() && output.stderr.is_empty(),
                "{shell}: {output:?}"
            ),
            Err(error) => fiord_testbed::skip(shell, &error.to_string()),
        }
    }
}

#[test]
fn pages_are_set_without_a_warning() {
    for language in ["en", "zh-CN", "zh-TW"] {
        let folder = tempfile::tempdir().unwrap();
        let made = folder.path().to_str().unwrap();
        printed(&["--lang", language, "man", "--folder", made]);
        let mut pages: Vec<PathBuf> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        pages.sort();
        let in_english = |page: &&PathBuf| std::fs::read_to_string(page).unwrap().contains("Print help");
        assert_eq!(
            pages.iter().any(|page| in_english(&page)),
            language == "en",
            "{language}"
        );
        let groff = ["-Kutf8", "-man", "-ww", "-Tutf8", "-z"];
        match Command::new("groff").args(groff).args(&pages).output() {
            Ok(output) => assert!(
                output.status.success() && output.stderr.is_empty(),
                "{language}: {}",
                text(&output.stderr)
            ),
            Err(error) => fiord_testbed::skip("groff", &error.to_string()),
        }
    }
}

#[test]
fn the_options_of_jobs_have_a_page() {
    let page = printed(&["man", "job"]);
    let table =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/options.md")).unwrap();
    let names = table
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let mut count = 0;
    for name in names {
        assert!(
            page.contains(&format!("\\fB{}", name.replace('-', "\\-"))),
            "{name}"
        );
        count += 1;
    }
    assert!(count > 300, "{count} options");
}

#[test]
fn a_page_that_does_not_exist_names_the_nearest() {
    let args = ["man", "repot"];
    assert_screen!(messages(&args, &fiord(Path::new("."), &args)));
}

#[test]
fn pages_go_into_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    printed(&["man", "--folder", folder.path().to_str().unwrap()]);
    for page in ["fiord.1", "fiord-run.1", "fiord-study-run.1", "fiord-job.5"] {
        let text = std::fs::read_to_string(folder.path().join(page)).unwrap();
        assert!(text.contains(".TH"), "{page}");
    }
}
