//! Lists of known breaches that may only shrink: one file per rule, a line `count key` or `key` each.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// What a rule found, by key.
pub(super) type Breaches = BTreeMap<String, usize>;

/// The known breaches of one rule.
pub(super) struct Ratchet {
    path: PathBuf,
    /// The lines in front that begin with `#`.
    comment: String,
    known: Breaches,
}

impl Ratchet {
    pub(super) fn read(path: &str) -> Result<Ratchet> {
        let path = PathBuf::from(path);
        let text = if path.is_file() {
            fs::read_to_string(&path).with_context(|| path.display().to_string())?
        } else {
            String::new()
        };
        Ok(Ratchet::parse(path, &text))
    }

    fn parse(path: PathBuf, text: &str) -> Ratchet {
        let comment = text.lines().filter(|line| line.starts_with('#'));
        let entries = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        let known = entries.map(|line| match line.split_once(' ') {
            Some((count, key)) if count.parse::<usize>().is_ok() => {
                (key.to_owned(), count.parse().unwrap_or(1))
            }
            _ => (line.to_owned(), 1),
        });
        Ratchet {
            path,
            comment: comment.map(|line| format!("{line}\n")).collect(),
            known: known.collect(),
        }
    }

    /// Fails for what is new and for an entry that is not true any more. `new` is given the key, the count found and the count known.
    /// With `FIORD_UPDATE` set, the list is written anew as long as it does not grow.
    pub(super) fn check(
        self,
        found: &Breaches,
        new: impl Fn(&str, usize, usize) -> String,
    ) -> Result<Vec<String>> {
        if std::env::var_os("FIORD_UPDATE").is_some() && self.may_become(found) {
            self.write(found)?;
            return Ok(Vec::new());
        }
        let path = self.path.display();
        let mut breaches = Vec::new();
        for (key, count) in found {
            let known = self.known.get(key).copied().unwrap_or(0);
            if *count > known {
                breaches.push(new(key, *count, known));
            }
        }
        let counted = |key: &String| found.get(key).copied().unwrap_or(0);
        let gone = self.known.iter().filter(|(key, known)| counted(key) < **known);
        let gone: Vec<String> = gone
            .map(|(key, known)| format!("{key} ({known} listed, {} found)", counted(key)))
            .collect();
        if let Some(first) = gone.first() {
            breaches.push(format!(
                "{path}: not true any more: {first}, and {} others; FIORD_UPDATE=1 cargo xtask tidy",
                gone.len() - 1
            ));
        }
        Ok(breaches)
    }

    /// A file that moved changes keys; the sum must not grow. A list that does not exist yet may become anything.
    fn may_become(&self, found: &Breaches) -> bool {
        let sum = |found: &Breaches| found.values().sum::<usize>();
        !Path::new(&self.path).is_file() || sum(found) <= sum(&self.known)
    }

    fn write(&self, found: &Breaches) -> Result<()> {
        let mut text = self.comment.clone();
        for (key, count) in found {
            match count {
                0 => {}
                1 => text.push_str(&format!("{key}\n")),
                count => text.push_str(&format!("{count} {key}\n")),
            }
        }
        fs::write(&self.path, text).with_context(|| self.path.display().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_new_and_what_is_gone_is_reported() {
        let text = "# comment\n3 a.rs\nb.rs\nc.rs -> d.rs\n";
        let ratchet = || Ratchet::parse(PathBuf::from("list.txt"), text);
        let check = |found: &[(&str, usize)]| {
            let found: Breaches = found
                .iter()
                .map(|(key, count)| ((*key).to_owned(), *count))
                .collect();
            ratchet()
                .check(&found, |key, found, known| format!("{key}: {found} over {known}"))
                .unwrap()
        };
        assert_eq!(check(&[("a.rs", 3), ("b.rs", 1), ("c.rs -> d.rs", 1)]), [""; 0]);
        assert_eq!(
            check(&[("a.rs", 4), ("b.rs", 1), ("c.rs -> d.rs", 1)]),
            ["a.rs: 4 over 3"]
        );
        assert_eq!(
            check(&[("a.rs", 3), ("b.rs", 1), ("c.rs -> d.rs", 1), ("e", 1)]),
            ["e: 1 over 0"]
        );
        let gone = check(&[("a.rs", 3), ("b.rs", 1)]);
        assert!(
            gone.len() == 1 && gone[0].contains("c.rs -> d.rs (1 listed, 0 found)"),
            "{gone:?}"
        );
    }
}
