//! Doctor's page for people: verdict, tree, the worst first, what is fine last.

use super::examined::{Doctor, Item, Readiness};
use super::tree;
use fiord_record::number::plural;
use fiord_truth::State;

/// How the page is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Columns.
    pub width: usize,
    /// Whether the terminal takes colours.
    pub colour: bool,
    /// Whether advice and source are shown also for what is only good to know, and reasons for what is fine.
    pub verbose: bool,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            width: 80,
            colour: false,
            verbose: false,
        }
    }
}

/// Where the texts begin: a mark, a space, the longest id, a space.
const INDENT: usize = 17;

const RED: &str = "31";
const YELLOW: &str = "33";
const GREEN: &str = "32";
const BOLD: &str = "1";
const DIM: &str = "2";

pub(super) fn text(doctor: &Doctor, style: &Style) -> String {
    let mut page = Page {
        out: String::new(),
        style: *style,
    };
    page.verdict(doctor);
    page.stack(doctor);
    page.section(doctor, &[State::Wrong, State::Care], "To heed");
    page.section(doctor, &[State::Note], "Good to know");
    page.section(doctor, &[State::Unknown], "Unknown");
    page.section(doctor, &[State::Fine], "Fine");
    page.ending(doctor);
    page.out
}

struct Page {
    out: String,
    style: Style,
}

impl Page {
    fn painted(&self, code: &str, text: &str) -> String {
        if self.style.colour {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    fn title(&mut self, text: &str) {
        let title = self.painted(BOLD, text);
        self.out.push('\n');
        self.line(&title);
    }

    fn verdict(&mut self, doctor: &Doctor) {
        let verdict = doctor.verdict();
        let code = match verdict {
            Readiness::Ready => GREEN,
            Readiness::Care | Readiness::Unknown => YELLOW,
            Readiness::NotReady => RED,
        };
        let counts: Vec<String> = [
            (State::Wrong, "wrong"),
            (State::Care, "to heed"),
            (State::Note, "good to know"),
            (State::Unknown, "unknown"),
            (State::Fine, "fine"),
        ]
        .iter()
        .filter(|(grade, _)| doctor.count(*grade) > 0)
        .map(|(grade, word)| format!("{} {word}", doctor.count(*grade)))
        .collect();
        let path = doctor.path();
        let name = self.painted(code, &verdict.name().to_uppercase());
        self.line(&format!("{path}: {name} for measuring"));
        if verdict == Readiness::Unknown {
            self.line("The kernel's files cannot be read: mount /proc and /sys, then run doctor again.");
        }
        self.line(&counts.join(", "));
    }

    fn stack(&mut self, doctor: &Doctor) {
        self.title("Stack");
        let Some(top) = doctor
            .before
            .machine
            .as_ref()
            .and_then(|machine| machine.stack.top.as_ref())
        else {
            self.line("unknown");
            return;
        };
        for line in tree::lines(top) {
            let room = self.style.width.saturating_sub(line.rest.chars().count());
            for (at, part) in wrap(&line.text, room).iter().enumerate() {
                let stem = if at == 0 { &line.stem } else { &line.rest };
                let part = if line.is_meaning {
                    self.painted(DIM, part)
                } else {
                    part.clone()
                };
                let drawn = format!("{stem}{part}");
                self.line(&drawn);
            }
        }
    }

    fn section(&mut self, doctor: &Doctor, grades: &[State], title: &str) {
        let of_section = doctor.items.iter().filter(|item| grades.contains(&item.state()));
        let mut checked: Vec<&Item> = of_section.collect();
        if checked.is_empty() {
            return;
        }
        checked.sort_by_key(|c| std::cmp::Reverse(c.state()));
        self.title(title);
        for group in checked.chunk_by(|a, b| a.trap == b.trap && a.state() == b.state() && a.why() == b.why())
        {
            self.group(group);
        }
    }

    /// Several things seen by one check share its id and reason.
    fn group(&mut self, group: &[&Item]) {
        let Some(first) = group.first() else { return };
        let (mark, code) = match first.state() {
            State::Wrong => ("x", RED),
            State::Care => ("!", YELLOW),
            State::Note => ("-", BOLD),
            State::Unknown => ("?", DIM),
            State::Fine => (" ", GREEN),
        };
        let grade = first.state();
        let mut head = format!(
            "{} {:<width$}",
            self.painted(code, mark),
            first.trap.name(),
            width = INDENT - 2
        );
        if grade <= State::Unknown {
            let seen: Vec<String> = group.iter().map(|item| item.saw()).collect();
            self.paragraph(&head, "", &seen.join("; "));
        } else {
            for checked in group {
                self.paragraph(&head, "", &checked.saw());
                head = " ".repeat(INDENT);
            }
        }
        let margin = " ".repeat(INDENT);
        if grade >= State::Note || self.style.verbose {
            self.paragraph(&margin, "why: ", &first.why());
        }
        if grade >= State::Care || self.style.verbose {
            let mut attempts: Vec<String> = group.iter().map(|item| item.advice()).collect();
            attempts.dedup();
            for attempt in attempts {
                self.paragraph(&margin, "do: ", &attempt);
            }
            self.paragraph(&margin, "from: ", first.source());
        }
    }

    fn paragraph(&mut self, head: &str, label: &str, text: &str) {
        let room = self.style.width.saturating_sub(INDENT);
        let whole = format!("{label}{text}");
        for (at, part) in wrap(&whole, room).iter().enumerate() {
            let margin = if at == 0 {
                head.to_owned()
            } else {
                " ".repeat(INDENT)
            };
            let part = match part.strip_prefix(label) {
                Some(rest) if at == 0 && !label.is_empty() => format!("{}{rest}", self.painted(DIM, label)),
                _ => part.clone(),
            };
            let drawn = format!("{margin}{part}");
            self.line(&drawn);
        }
    }

    fn ending(&mut self, doctor: &Doctor) {
        let changes = doctor.changes().len() as u64;
        if changes > 0 {
            self.out.push('\n');
            let it = if changes == 1 { "it" } else { "them" };
            let text = format!(
                "{} can be put right: `fiord doctor --fix --dry-run` shows {it}, `--fix` makes {it}, `--restore` undoes {it}.",
                plural(changes, "setting")
            );
            for part in wrap(&text, self.style.width) {
                self.line(&part);
            }
        }
    }
}

/// Breaks text at spaces; a word longer than the width stays whole.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        line.push_str(word);
        used += length;
    }
    lines.push(line);
    lines
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_break_at_spaces_and_long_words_stay_whole() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("unbreakable a", 4), ["unbreakable", "a"]);
        assert_eq!(wrap("ä ö ü", 3), ["ä ö", "ü"]);
        assert_eq!(wrap("", 10), [""]);
    }
}
