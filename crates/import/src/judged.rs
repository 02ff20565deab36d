//! Texts with what judging their runs gave.

use std::path::PathBuf;

use crate::{ImportedText, Why};
use fiord_judge::verdict::Verdict;
use fiord_messages::{Lang, import as messages};

/// A text, and what judging its runs gave.
pub struct Judged {
    pub path: PathBuf,
    pub text: ImportedText,
    pub runs: Vec<JudgedImport>,
}

/// What judging one run gave, and where it is kept.
pub struct JudgedImport {
    pub verdict: Verdict,
    pub kept: Option<i64>,
}

/// What was found in a text that has no run, for standard error.
pub fn nothing_read(judged: &Judged) -> String {
    let lang = Lang::current();
    let unread = &judged.text.unread;
    let (mut parts, mut commands, mut documents) = (0, 0, 0);
    for part in unread {
        match part.why {
            Why::Unknown => parts += 1,
            Why::Command => commands += 1,
            Why::Json(_) => documents += 1,
        }
    }
    let found = [
        (parts > 0).then(|| messages::FoundUnknown { parts }.text(lang)),
        (commands > 0).then(|| messages::FoundCommands { commands }.text(lang)),
        (documents > 0).then(|| messages::FoundJson { documents }.text(lang)),
        unread
            .is_empty()
            .then(|| messages::found_blank_lines(lang).to_owned()),
    ];
    let found: Vec<String> = found.into_iter().flatten().collect();
    let said = messages::NothingRead {
        file: &judged.path.display(),
        lines: judged.text.lines,
        found: &lang.list(&found),
    };
    said.text(lang)
}

/// Why lines are not a result, for people.
pub fn why(why: &Why, lang: Lang) -> String {
    match why {
        Why::Unknown => messages::why_unknown(lang).to_owned(),
        Why::Command => messages::why_command(lang).to_owned(),
        Why::Json(problem) => {
            let problem = &problem.text(lang);
            messages::WhyJson { problem }.text(lang)
        }
    }
}
