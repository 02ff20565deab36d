//! Manual pages and completions are made from the tables of verbs and options, and hold all of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use crate::common::{fiord, text};

fn printed(args: &[&str]) -> String {
    let output = fiord(Path::new("."), args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    text(&output.stdout)
}

/// The verbs as `fiord --help` lists them.
fn verbs() -> Vec<String> {
    let help = printed(&["--help"]);
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

#[test]
fn every_verb_has_its_page_with_its_options() {
    let verbs = verbs();
    assert!(
        verbs.iter().any(|verb| verb == "run") && verbs.len() > 10,
        "{verbs:?}"
    );
    let whole = printed(&["man"]);
    for verb in &verbs {
        assert!(whole.contains(&format!("fiord\\-{verb}(1)")), "{verb}\n{whole}");
        let page = printed(&["man", verb]);
        let help = printed(&[verb, "--help"]);
        let options = help.lines().filter_map(|line| {
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
        for option in options.filter(|option| option.len() > 2) {
            let in_roff = option.replace('-', "\\-");
            assert!(page.contains(&in_roff), "{verb}: {option}\n{page}");
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
    let output = fiord(Path::new("."), &["man", "repot"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("did you mean `fiord man report`?"), "{said}");
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

#[test]
fn shells_complete_every_verb() {
    for shell in ["bash", "zsh", "fish"] {
        let text = printed(&["completions", shell]);
        for verb in verbs() {
            assert!(text.contains(&verb), "{shell}: {verb}");
        }
    }
}
