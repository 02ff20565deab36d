//! What is asked of a run over many hosts.

use anyhow::{Result, bail};
use fiord_messages::{Lang, hosts as messages};
use fiord_record::hosts::DataSpread;

/// Whether the run is over all hosts of a launcher, and how their ranks divide the data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HostsAsked {
    pub is_asked: bool,
    /// How ranks divide the data, where that was said.
    pub spread: Option<DataSpread>,
    pub shifts_reads: bool,
    pub wears_out: bool,
    /// Hosts with the file or device of their jobs.
    pub filenames: Vec<(String, String)>,
}

impl HostsAsked {
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
        let lang = Lang::current();
        for (host, _) in &self.filenames {
            if !hosts.contains(host) {
                let mut known = hosts.to_vec();
                known.dedup();
                let hosts = &lang.list(&known);
                bail!(messages::UnknownHost { host, hosts }.text(lang));
            }
        }
        let mine = self.filenames.iter().filter(|(host, _)| *host == hosts[rank]);
        let mine: Vec<&str> = mine.map(|(_, path)| path.as_str()).collect();
        if mine.len() > 1 {
            let (host, times) = (&hosts[rank], &mine.len());
            bail!(messages::HostNamedTwice { host, times }.text(lang));
        }
        Ok(mine.first().copied())
    }

    /// Refuses what does not go together: `other` are options that a run over hosts does not have, with whether they were given.
    ///
    /// # Errors
    /// Which of them.
    pub fn check(self, other: &[(&str, bool)]) -> Result<Self> {
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
            (false, Some(option), _) => {
                let only = messages::OnlyWithHosts { option: &option };
                bail!(only.text(Lang::current()))
            }
            (true, _, Some(option)) => bail!(instead(&option, Lang::current())),
            _ => Ok(self),
        }
    }
}

/// What to do instead of an option that a run over hosts does not have.
fn instead(option: &str, lang: Lang) -> String {
    let named = &option;
    match option {
        "--layers" | "--self-cost" | "--spec" => messages::LooksAtOneMachine { option: named }.text(lang),
        "--baseline or --vs" => messages::ComparesLater { option: named }.text(lang),
        "--full" => messages::ShowsEachHost { option: named }.text(lang),
        _ => messages::NotWithHosts { option: named }.text(lang),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_go_together_is_refused_by_name() {
        let check = |asked: HostsAsked, other: &[(&str, bool)]| {
            let checked = asked.check(other).map_err(|why| why.to_string());
            checked.map(|asked| asked.is_asked)
        };
        let hosts = || HostsAsked {
            is_asked: true,
            ..HostsAsked::default()
        };
        assert_eq!(check(hosts(), &[("--layers", false)]), Ok(true));
        assert!(
            check(hosts(), &[("--layers", true)])
                .unwrap_err()
                .starts_with("--layers: not supported with --hosts, because it looks at one machine; ")
        );
        for (option, fix) in [
            ("--full", "use --json, which has a separate run for each host"),
            ("--live", "remove one of them"),
            ("--metrics-listen", "remove one of them"),
        ] {
            assert_eq!(
                check(hosts(), &[(option, true)]),
                Err(format!("{option}: not supported with --hosts; {fix}"))
            );
        }
        let divided = HostsAsked::default().divided(DataSpread::Files);
        assert_eq!(
            check(divided, &[]),
            Err("--spread: only valid with --hosts".to_owned())
        );
        assert_eq!(check(HostsAsked::default(), &[("--layers", true)]), Ok(false));
    }
}
