//! The notebooks that come with fiord: `notebooks/*.md`, and their prose in other languages.

use std::borrow::Cow;

use fiord_messages::Lang;

/// One notebook that comes with fiord.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltinNotebook {
    pub name: &'static str,
    /// In English, with its blocks.
    english: &'static str,
    /// With empty blocks: their content is that of the English text.
    zh_cn: &'static str,
    zh_tw: &'static str,
}

macro_rules! notebooks {
    ($($name:literal),+ $(,)?) => {
        [$(BuiltinNotebook {
            name: $name,
            english: include_str!(concat!("../../../notebooks/", $name, ".md")),
            zh_cn: include_str!(concat!("../../../notebooks/zh-CN/", $name, ".md")),
            zh_tw: include_str!(concat!("../../../notebooks/zh-TW/", $name, ".md")),
        }),+]
    };
}

/// In the order of the list.
pub const ALL: [BuiltinNotebook; 8] = notebooks![
    "micron-2210",
    "ssd-on-mac-vm-1",
    "ssd-on-mac-vm-2",
    "ssd-on-mac-vm-3",
    "ssd-san-sas",
    "postgresql",
    "kernel-upgrade",
    "buying",
];

impl BuiltinNotebook {
    /// The whole notebook in a language: its blocks are the same in all.
    pub fn text(&self, lang: Lang) -> Cow<'static, str> {
        match lang {
            Lang::En => Cow::Borrowed(self.english),
            Lang::ZhCn => Cow::Owned(with_blocks(self.zh_cn, self.english)),
            Lang::ZhTw => Cow::Owned(with_blocks(self.zh_tw, self.english)),
        }
    }
}

const FENCE: &str = "```fiord ";

/// The prose with the blocks of another text, each by its first line.
fn with_blocks(prose: &str, blocks: &str) -> String {
    let mut out = String::with_capacity(prose.len() + blocks.len());
    for line in prose.lines() {
        out.push_str(line);
        out.push('\n');
        if line.starts_with(FENCE) {
            let mut body = blocks.lines().skip_while(|one| *one != line).skip(1);
            for line in body.by_ref().take_while(|line| *line != "```") {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}

/// The notebook of this name.
pub fn find(name: &str) -> Option<&'static BuiltinNotebook> {
    ALL.iter().find(|known| known.name == name)
}

/// Comments around what an exercise leaves to the student.
const ANSWER: (&str, &str) = ("<!-- answer -->", "<!-- /answer -->");

/// The text without its answers.
pub fn exercise(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_answer = false;
    for line in text.lines() {
        match line.trim() {
            open if open == ANSWER.0 => is_answer = true,
            close if close == ANSWER.1 => {
                is_answer = false;
                out.push_str("…\n");
            }
            _ if is_answer => {}
            _ => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::markdown::read;

    /// A translation has the blocks and the claims of the English text, and none of its own.
    #[test]
    fn languages_differ_in_prose_only() {
        for known in &ALL {
            let english = read(known.english);
            let asked = |text: &str| {
                let notebook = read(text);
                assert_eq!(notebook.mistakes, [], "{}", known.name);
                let blocks = notebook
                    .blocks
                    .iter()
                    .map(|one| (one.name.clone(), one.content()));
                let mut asked: Vec<String> =
                    notebook.expressions.iter().map(|one| one.text.clone()).collect();
                // A sentence of another language has another order.
                asked.sort_unstable();
                (
                    blocks.collect::<Vec<_>>(),
                    asked,
                    exercise(text).matches('…').count(),
                )
            };
            for (lang, prose) in [(Lang::ZhCn, known.zh_cn), (Lang::ZhTw, known.zh_tw)] {
                let text = known.text(lang);
                assert_eq!(asked(&text), asked(known.english), "{} {lang:?}", known.name);
                assert_ne!(read(&text).title, english.title, "{}", known.name);
                // The blocks of the file are empty: there is nothing in them that could be another.
                let is_bare = |(at, line): (usize, &str)| {
                    !line.starts_with(FENCE) || prose.lines().nth(at + 1) == Some("```")
                };
                assert!(prose.lines().enumerate().all(is_bare), "{} {lang:?}", known.name);
            }
        }
    }
}
