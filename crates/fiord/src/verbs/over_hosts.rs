//! The options of verbs that measure on all hosts of a launcher of MPI.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use fiord_cluster::asked::HostsAsked;
use fiord_messages::{Lang, command_line as messages};
use fiord_record::hosts::DataSpread;

/// Whether they do, and on what each host works.
#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct HostsArgs {
    #[arg(long)]
    hosts: bool,
    #[arg(long, value_name = "HOST=PATH", value_parser = filename_on)]
    filename_on: Vec<(String, String)>,
}

/// Likewise, of verbs that let their user say how ranks divide the data.
#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct SpreadHostsArgs {
    #[command(flatten)]
    hosts: HostsArgs,
    #[arg(long, value_name = "HOW", value_parser = spreads(), hide_possible_values = true)]
    spread: Option<DataSpread>,
}

impl HostsArgs {
    pub(crate) fn asked(&self) -> HostsAsked {
        HostsAsked {
            is_asked: self.hosts,
            filenames: self.filename_on.clone(),
            ..HostsAsked::default()
        }
    }
}

impl SpreadHostsArgs {
    pub(crate) fn asked(&self) -> HostsAsked {
        HostsAsked {
            spread: self.spread,
            ..self.hosts.asked()
        }
    }
}

fn spreads() -> impl TypedValueParser<Value = DataSpread> {
    PossibleValuesParser::new(DataSpread::ALL.map(DataSpread::name)).try_map(|name| {
        let found = DataSpread::ALL.into_iter().find(|spread| spread.name() == name);
        found.ok_or("no way to divide the data")
    })
}

/// A host with the path of its target.
fn filename_on(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((host, path)) if !host.is_empty() && !path.is_empty() => Ok((host.to_owned(), path.to_owned())),
        _ => Err(messages::host_and_path(Lang::current()).to_owned()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use clap::Args as _;
    use clap::FromArgMatches as _;

    use super::*;

    fn read(line: &str) -> Result<HostsAsked, clap::Error> {
        let command = SpreadHostsArgs::augment_args(clap::Command::new("verb").no_binary_name(true));
        let matches = command.try_get_matches_from(line.split_whitespace())?;
        SpreadHostsArgs::from_arg_matches(&matches).map(|args| args.asked())
    }

    #[test]
    fn options_make_what_is_asked_of_hosts() {
        let asked = read("--hosts --spread files --filename-on=a=/dev/x --filename-on b=/y=z").unwrap();
        assert!(asked.is_asked && asked.spread == Some(DataSpread::Files));
        let pairs = [("a", "/dev/x"), ("b", "/y=z")].map(|(host, path)| (host.to_owned(), path.to_owned()));
        assert_eq!(asked.filenames, pairs);
        assert!(read("--host").is_err());
    }

    #[test]
    fn a_wrong_value_is_named_with_what_is_allowed() {
        let error = |line| read(line).unwrap_err().to_string();
        let said = error("--spread=stripe");
        assert!(
            said.contains("[possible values: same, files, stripes]") && said.contains("'stripes'"),
            "{said}"
        );
        assert!(error("--filename-on=/dev/x").contains("expected HOST=PATH"));
        assert!(error("--spread").contains("a value is required for '--spread <HOW>'"));
    }
}
