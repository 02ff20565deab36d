//! The journeys of `docs/journeys.md` whose commands take seconds: each command ends with an answer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common::{storing, text};

/// Splits a command as a shell does; quotes are double.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

#[test]
fn quick_journeys_end_with_an_answer() {
    let page = include_str!("../../../../docs/journeys.md");
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let mut ran = 0;
    for block in page.split("```sh\n").skip(1) {
        let commands = block.split("```").next().unwrap().lines();
        let mut last = (String::new(), String::new());
        for command in commands {
            if let Some(expected) = command.strip_prefix("# ") {
                let (asked, answer) = &last;
                assert!(answer.contains(expected), "{asked}: no `{expected}` in\n{answer}");
                continue;
            }
            let words = words(command);
            let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
            let output = storing(folder.path(), &words).output().unwrap();
            let (said, code) = (text(&output.stdout), output.status.code());
            let why = text(&output.stderr);
            // Undecided and failed are answers, refused is none.
            assert!(matches!(code, Some(0 | 1 | 3)), "{command}: {code:?} {why}");
            let is_quiet = command.contains("--output=");
            assert!(is_quiet || said.trim().len() > 20, "{command}: {said}{why}");
            ran += 1;
            // Words, however the lines are broken.
            last = (
                command.to_owned(),
                said.split_whitespace().collect::<Vec<_>>().join(" "),
            );
        }
    }
    assert!(ran >= 56, "{ran}");
}
