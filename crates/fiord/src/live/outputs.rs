//! Where the seconds of runs go besides the terminal.

use std::fmt::Display;
use std::fs::File;
use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};
use fiord_messages::{Lang, live as messages};
use fiord_report::documents::Document;
use fiord_report::documents::live::LiveSecond;

use super::http::MetricsServer;
use super::published::PublishedFile;
use crate::ui::{self, above_progress};

/// Options of verbs that measure.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct LiveArgs {
    #[arg(long, value_name = "json[:FILE]", value_parser = LiveForm::parse)]
    live: Option<LiveForm>,
    #[arg(long, value_name = "[ADDRESS:]PORT", value_parser = address)]
    metrics_listen: Option<SocketAddr>,
}

/// Lines of JSON, to standard error or a file.
#[derive(Debug, Clone, PartialEq, Eq)]
enum LiveForm {
    StandardError,
    File(PathBuf),
}

impl LiveForm {
    fn parse(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            None if text == "json" => Ok(Self::StandardError),
            Some(("json", file)) if !file.is_empty() => Ok(Self::File(file.into())),
            _ => Err(messages::FormInvalid { text: &text }.text(Lang::current())),
        }
    }
}

/// A port of this machine alone, unless an address is named.
fn address(text: &str) -> Result<SocketAddr, String> {
    let of_port = text
        .parse::<u16>()
        .map(|port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port));
    let read = of_port.or_else(|_| text.parse());
    read.map_err(|_| messages::AddressInvalid { text: &text }.text(Lang::current()))
}

impl LiveArgs {
    /// What was asked for, to refuse it where it has no effect.
    pub(crate) fn given(&self) -> [(&'static str, bool); 2] {
        [
            ("--live", self.live.is_some()),
            ("--metrics-listen", self.metrics_listen.is_some()),
        ]
    }

    /// Opens what is written to, and begins to listen.
    ///
    /// # Errors
    /// A file that cannot be written, or a port that is in use.
    pub(crate) fn open(&self) -> Result<LiveOutputs> {
        let lines = match &self.live {
            None => None,
            Some(LiveForm::StandardError) => Some(LineFile::StandardError),
            Some(LiveForm::File(path)) => {
                let file = File::options().append(true).create(true).open(path);
                let option = || format!("--live json:{}", path.display());
                Some(LineFile::File(file.with_context(option)?))
            }
        };
        let metrics = self.metrics_listen.map(MetricsServer::begin).transpose()?;
        if let Some(metrics) = &metrics {
            let address = &metrics.address();
            ui::say(messages::MetricsAt { address }.text(Lang::current()));
        }
        let is_any = lines.is_some() || metrics.is_some();
        let outputs = is_any.then(|| {
            Arc::new(Outputs {
                lines: lines.map(Mutex::new),
                metrics,
            })
        });
        Ok(LiveOutputs(outputs))
    }
}

enum LineFile {
    StandardError,
    File(File),
}

struct Outputs {
    /// Without those that could not be written.
    lines: Option<Mutex<LineFile>>,
    metrics: Option<MetricsServer>,
}

/// Where the seconds of all runs of this process go; nowhere by default.
#[derive(Clone, Default)]
pub(crate) struct LiveOutputs(Option<Arc<Outputs>>);

/// Where the seconds of one run go.
pub(super) struct SeenBy {
    outputs: Option<Arc<Outputs>>,
    published: Option<PublishedFile>,
}

impl LiveOutputs {
    /// For one run; none: nobody looks.
    pub(super) fn begin(&self) -> Option<SeenBy> {
        let published = PublishedFile::begin();
        let is_seen = self.0.is_some() || published.is_some();
        is_seen.then(|| SeenBy {
            outputs: self.0.clone(),
            published,
        })
    }
}

impl SeenBy {
    /// A second in English, and in each language for the pages of `fiord serve`.
    pub(super) fn tell(&self, second: &LiveSecond, in_language: &dyn Fn(Lang) -> Option<LiveSecond>) {
        let line = |second: LiveSecond| Document::new(second).to_line().unwrap_or_default();
        if let Some(published) = &self.published {
            let seconds = Lang::ALL.into_iter().filter_map(|lang| match lang {
                Lang::En => Some(second.clone()),
                lang => in_language(lang),
            });
            published.write(&seconds.map(line).collect::<String>());
        }
        let Some(outputs) = &self.outputs else { return };
        if let Some(metrics) = &outputs.metrics {
            metrics.show(second);
        }
        if let Some(lines) = &outputs.lines {
            let line = line(second.clone());
            let mut file = lines.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = file.write(&line) {
                say_once(&error);
            }
        }
    }
}

/// Says that lines are lost; once, since each second would say it again.
fn say_once(error: &dyn Display) {
    static SAID: std::sync::Once = std::sync::Once::new();
    SAID.call_once(|| ui::say(messages::NotWritten { error }.text(Lang::current())));
}

impl LineFile {
    fn write(&mut self, line: &str) -> std::io::Result<()> {
        match self {
            LineFile::File(file) => file.write_all(line.as_bytes()),
            LineFile::StandardError => {
                let write = || std::io::stderr().lock().write_all(line.as_bytes());
                if std::io::stderr().is_terminal() {
                    above_progress(write)
                } else {
                    write()
                }
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_port_alone_is_of_this_machine() {
        assert_eq!(address("9100").unwrap().to_string(), "127.0.0.1:9100");
        assert_eq!(address("[::1]:9100").unwrap().to_string(), "[::1]:9100");
        // Stated, so it is taken.
        assert_eq!(address("0.0.0.0:9100").unwrap().to_string(), "0.0.0.0:9100");
        for wrong in ["", "localhost", "99999", "1.2.3.4", "host:80"] {
            assert!(address(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn lines_go_to_standard_error_or_a_file() {
        assert_eq!(LiveForm::parse("json"), Ok(LiveForm::StandardError));
        assert_eq!(LiveForm::parse("json:a:b"), Ok(LiveForm::File("a:b".into())));
        for wrong in ["", "csv", "json:", "csv:file"] {
            assert!(LiveForm::parse(wrong).is_err(), "{wrong}");
        }
    }
}
