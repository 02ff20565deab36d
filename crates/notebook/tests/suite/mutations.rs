//! Broken notebooks: nothing panics, and what is written between markers is written once.
//!
//! `FIORD_MUTATIONS=10000000 cargo test --release -p fiord-notebook --test suite mutations` is the long form.

use fiord_messages::Lang;
use fiord_notebook::render::{Notes, html, outcomes, write};
use fiord_notebook::{markdown, typed_numbers};

use crate::bed::disk;
use crate::random::Random;

const TEXT: &str = "# T\n\nA {? modes: read@4k faster than randread@4k by 1.5x} b {= modes.read-4k.iops}.\n\n\
    ```fiord study depths --as modes\nname = \"x\"\n```\n\n<!-- fiord modes -->\n\n| a |\n|---|\n| 1 |\n\n<!-- /fiord -->\n\n\
    | x | y |\n|---|---|\n| {= modes.read@4k.p99} | 5 ms |\n\n> quote\n\n1. list\n   - [link](javascript:x) ![p](q) <b>h</b>\n\n\
    <!-- fiord claims -->\n\n<!-- /fiord -->\n";
const TOKENS: [&str; 26] = [
    "![i](import: f.md)",
    "](import:",
    "{=",
    "{?",
    "}",
    "→",
    " → ",
    "```",
    "~~~",
    "```fiord run",
    "<!-- fiord modes -->",
    "<!-- /fiord -->",
    "|",
    "\n\n",
    "\n",
    "\\",
    "@",
    ":",
    "faster than",
    "by 1.5x",
    "\u{E000}",
    "\u{E001}",
    "é漢",
    "<script>",
    "    ",
    "> ",
];

fn below(random: &mut Random, bound: usize) -> usize {
    (random.uniform() * bound as f64) as usize
}

fn mutated(text: &str, random: &mut Random) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=below(random, 4) {
        let at = below(random, chars.len() + 1);
        let end = (at + below(random, 40)).min(chars.len());
        match below(random, 4) {
            0 => chars.truncate(at),
            1 => drop(chars.drain(at..end)),
            2 => {
                let part = chars[at..end].to_vec();
                chars.splice(at..at, part);
            }
            _ => {
                let token = TOKENS[below(random, TOKENS.len())];
                chars.splice(at..at, token.chars());
            }
        }
    }
    chars.into_iter().collect()
}

#[test]
fn nothing_panics_and_writing_twice_changes_nothing() {
    let count = std::env::var("FIORD_MUTATIONS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(2000);
    let mut random = Random(7);
    let evidence = disk(6, &mut random);
    let mut fit = 0;
    for _ in 0..count {
        let text = mutated(TEXT, &mut random);
        let notebook = markdown::read(&text);
        let found = outcomes(&notebook, &evidence);
        let page = html(
            &text,
            &notebook,
            &found,
            &|name| format!("<p>{}</p>", name.len()),
            Notes::Claims,
            Lang::En,
        );
        assert!(!page.contains("<script") && !page.contains("<b>h"), "{text}");
        let _ = typed_numbers::find(&text, &notebook);
        if !notebook.mistakes.is_empty() {
            continue;
        }
        let put = |text: &str| {
            let notebook = markdown::read(text);
            let found = outcomes(&notebook, &evidence);
            let result = |_: &str| Some("| r |\n|---|\n| 1 |".to_owned());
            write(text, &notebook, &found, &result, Some("claims"), Lang::En)
        };
        let Some(once) = put(&text) else { continue };
        fit += 1;
        assert_eq!(put(&once).as_ref(), Some(&once), "{text:?}");
    }
    println!("{count} texts, {fit} of them without mistakes");
    assert!(fit > count / 20);
}
