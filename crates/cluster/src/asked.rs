//! The options of `fiord run` that only a run over many hosts has.

use std::ffi::OsStr;

use anyhow::{Context, Result, bail};
use fiord_job::nearest::nearest;

use fiord_record::hosts::DataSpread;

/// Whether the run is over all hosts of a launcher, and how their ranks divide the data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostsAsked {
    pub is_asked: bool,
    pub(crate) spread: Option<DataSpread>,
    pub(crate) shifts_reads: bool,
    pub(crate) wears_out: bool,
    /// Hosts with the file or device of their jobs.
    pub(crate) filenames: Vec<(String, String)>,
}

impl HostsAsked {
    /// Takes a word, and its value from those that follow; `false`: it is none of ours.
    ///
    /// # Errors
    /// A value that is missing or not allowed.
    pub fn take<'a>(&mut self, word: &OsStr, rest: &mut impl Iterator<Item = &'a OsStr>) -> Result<bool> {
        let Some(word) = word.to_str() else {
            return Ok(false);
        };
        let (name, given) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word, None),
        };
        match (name, given) {
            ("--hosts", None) => self.is_asked = true,
            ("--shift-reads", None) => self.shifts_reads = true,
            ("--wear-out", None) => self.wears_out = true,
            ("--spread" | "--filename-on", _) => {
                let value = given.or_else(|| rest.next()?.to_str());
                let value = value.with_context(|| format!("{name}: expected a value"))?;
                if name == "--spread" {
                    self.spread = Some(spread(value)?);
                } else {
                    self.filenames.push(filename_on(value)?);
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Of verbs whose options others read.
    ///
    /// # Errors
    /// A value that is not allowed, or an option without `--hosts`.
    pub fn of(is_asked: bool, spread: Option<&str>, filenames: &[String]) -> Result<Self> {
        let asked = Self {
            is_asked,
            spread: spread.map(self::spread).transpose()?,
            shifts_reads: false,
            wears_out: false,
            filenames: filenames
                .iter()
                .map(|text| filename_on(text))
                .collect::<Result<_>>()?,
        };
        asked.check(&[])?;
        Ok(asked)
    }

    /// How ranks divide the data, where that was said.
    pub fn spread(&self) -> Option<DataSpread> {
        self.spread
    }

    /// The same with this way to divide the data, which follows from what the data are.
    #[must_use]
    pub fn divided(self, spread: DataSpread) -> Self {
        Self {
            spread: Some(spread),
            ..self
        }
    }

    /// The file or device of a rank's host, where one was named.
    ///
    /// # Errors
    /// A host without ranks, or one that is named twice.
    pub fn filename_on(&self, hosts: &[String], rank: usize) -> Result<Option<&str>> {
        for (host, _) in &self.filenames {
            if !hosts.contains(host) {
                let mut known = hosts.to_vec();
                known.dedup();
                bail!(
                    "--filename-on={host}: no rank runs on that host; there are {}",
                    known.join(", ")
                );
            }
        }
        let mine = self.filenames.iter().filter(|(host, _)| *host == hosts[rank]);
        let mine: Vec<&str> = mine.map(|(_, path)| path.as_str()).collect();
        if mine.len() > 1 {
            bail!(
                "--filename-on={}: given {} times; expected once",
                hosts[rank],
                mine.len()
            );
        }
        Ok(mine.first().copied())
    }

    /// What does not go together: `other` are options that a run over hosts does not have, with whether they were given.
    ///
    /// # Errors
    /// Which of them.
    pub fn check(&self, other: &[(&str, bool)]) -> Result<()> {
        let alone = [
            ("--spread", self.spread.is_some()),
            ("--shift-reads", self.shifts_reads),
            ("--wear-out", self.wears_out),
            ("--filename-on", !self.filenames.is_empty()),
        ];
        let first = |options: &[(&str, bool)]| {
            let found = options.iter().find(|(_, is_given)| *is_given);
            found.map(|(name, _)| (*name).to_owned())
        };
        match (self.is_asked, first(&alone), first(other)) {
            (false, Some(name), _) => bail!("{name}: expected with --hosts"),
            (true, _, Some(name)) => bail!("{name}: not yet with --hosts; {}", instead(&name)),
            _ => Ok(()),
        }
    }
}

/// What to do instead of an option that a run over hosts does not have.
fn instead(name: &str) -> &'static str {
    match name {
        "--layers" | "--self-cost" | "--spec" => {
            "it looks at one machine: run the job on one host without --hosts"
        }
        "--baseline or --vs" => {
            "run it several times under a name (--repeat 6 --save after), and compare what is kept: `fiord compare before after`"
        }
        _ => "--json has each host as a run of its own",
    }
}

/// How ranks divide the data.
fn spread(text: &str) -> Result<DataSpread> {
    let found = DataSpread::ALL.into_iter().find(|spread| spread.name() == text);
    found.with_context(|| {
        let names = DataSpread::ALL.map(DataSpread::name);
        let near = nearest(text, names);
        let near = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
        format!("--spread={text}: expected {}{near}", names.join(", "))
    })
}

/// A host with the path of its target.
fn filename_on(text: &str) -> Result<(String, String)> {
    match text.split_once('=') {
        Some((host, path)) if !host.is_empty() && !path.is_empty() => Ok((host.to_owned(), path.to_owned())),
        _ => bail!("--filename-on={text}: expected HOST=PATH, such as node1=/dev/nvme0n1"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<HostsAsked> {
        let mut asked = HostsAsked::default();
        let mut words = line.split_whitespace().map(OsStr::new);
        while let Some(word) = words.next() {
            assert!(asked.take(word, &mut words)?, "{word:?}");
        }
        Ok(asked)
    }

    #[test]
    fn words_of_ours_are_taken_with_their_values() {
        let asked =
            read("--hosts --spread files --shift-reads --wear-out --filename-on=a=/dev/x --filename-on b=/y")
                .unwrap();
        assert!(asked.wears_out);
        assert!(asked.is_asked && asked.shifts_reads && asked.spread == Some(DataSpread::Files));
        let pairs = [("a", "/dev/x"), ("b", "/y")].map(|(host, path)| (host.to_owned(), path.to_owned()));
        assert_eq!(asked.filenames, pairs);
        let mut none = HostsAsked::default();
        let mut rest = std::iter::empty();
        assert!(!none.take(OsStr::new("--host"), &mut rest).unwrap());
    }

    #[test]
    fn a_wrong_value_is_named_with_what_is_allowed() {
        let error = |line| read(line).unwrap_err().to_string();
        assert_eq!(
            error("--spread=stripe"),
            "--spread=stripe: expected same, files, stripes; did you mean stripes?"
        );
        assert!(error("--filename-on=/dev/x").contains("expected HOST=PATH"));
        assert_eq!(error("--spread"), "--spread: expected a value");
    }

    #[test]
    fn what_does_not_go_together_is_refused_by_name() {
        let check =
            |line, other: &[(&str, bool)]| read(line).unwrap().check(other).map_err(|why| why.to_string());
        assert_eq!(check("--hosts", &[("--layers", false)]), Ok(()));
        assert!(
            check("--hosts", &[("--layers", true)])
                .unwrap_err()
                .starts_with("--layers: not yet with --hosts; it looks at one machine")
        );
        assert_eq!(
            check("--spread=files", &[]),
            Err("--spread: expected with --hosts".to_owned())
        );
        assert_eq!(check("", &[("--layers", true)]), Ok(()));
    }
}
