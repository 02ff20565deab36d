//! Topics: why storage behaves as it does, for `fiord explain TOPIC` and the findings that point there.
//!
//! A new topic is a file of messages, a static in the file of its group here, and its name in [`ALL`].

mod drive;
mod memory;
mod numbers;
mod path;

pub use drive::*;
pub use memory::*;
pub use numbers::*;
pub use path::*;

use fiord_messages::{Fixed, topics_page};

use crate::TrapId;
use crate::ranks::{self, HostsRule};

/// What one topic explains, and where more is known from.
#[derive(Debug)]
pub struct Topic {
    /// The name on the command line.
    pub name: &'static str,
    /// Other words for it that people type.
    pub aliases: &'static [&'static str],
    pub text: TopicText,
    /// A drawing of numbers and field terms, which is not translated; empty: none.
    pub figure: &'static str,
    /// A command that shows it: words without quotes, between single blanks.
    pub command: &'static str,
    pub sources: &'static [TopicSource],
}

/// The sentences of a topic.
#[derive(Debug, Clone, Copy)]
pub struct TopicText {
    pub title: Fixed,
    /// Paragraphs, a line each.
    pub text: Fixed,
    /// What it means for a measurement.
    pub measuring: Fixed,
    /// What the command shows.
    pub shows: Fixed,
}

/// Something that a reader can open.
#[derive(Debug)]
pub struct TopicSource {
    pub title: &'static str,
    pub url: &'static str,
}

/// The messages of a topic, by the module that is made from its file.
macro_rules! text {
    ($module:ident) => {
        $crate::topics::TopicText {
            title: fiord_messages::topics::$module::title,
            text: fiord_messages::topics::$module::text,
            measuring: fiord_messages::topics::$module::measuring,
            shows: fiord_messages::topics::$module::shows,
        }
    };
}
use text;

/// The chapters with their topics, in the order of the documentation.
pub static ALL: [(Fixed, &[&Topic]); 4] = [
    (
        topics_page::group_memory,
        &[
            &PAGE_CACHE,
            &READ_AHEAD,
            &DIRECT_IO,
            &WRITEBACK,
            &FSYNC,
            &POWER_LOSS_PROTECTION,
        ],
    ),
    (
        topics_page::group_numbers,
        &[
            &QUEUE_DEPTH,
            &THROUGHPUT,
            &PERCENTILES,
            &COORDINATED_OMISSION,
            &OPEN_LOOP,
            &NOISE,
            &DATA_SHEETS,
            &LATENCY_LADDER,
        ],
    ),
    (
        topics_page::group_drive,
        &[
            &SEQUENTIAL_RANDOM,
            &ERASE_BLOCKS,
            &TRANSLATION_LAYER,
            &GARBAGE_COLLECTION,
            &OVER_PROVISIONING,
            &SLC_CACHE,
            &WEAR_LEVELLING,
            &CELL_TYPES,
            &DATA_RETENTION,
            &THERMAL_THROTTLING,
        ],
    ),
    (
        topics_page::group_path,
        &[
            &BLOCK_SIZE,
            &IO_SCHEDULERS,
            &LVM,
            &RAID,
            &DEVICE_MAPPER,
            &INTERFACES,
            &SAN,
            &CLOUD_VOLUMES,
        ],
    ),
];

/// Every topic, in the order of the documentation.
pub fn all() -> impl Iterator<Item = &'static Topic> {
    ALL.iter().flat_map(|(_, topics)| topics.iter().copied())
}

/// What a word on the command line names.
#[derive(Debug, Clone, Copy)]
pub enum Explainable {
    Topic(&'static Topic),
    Trap(TrapId),
    /// A rule about all ranks of a run over many hosts.
    Hosts(&'static HostsRule),
}

/// All that a word names, a topic first: `noise` is a topic and a rule. Case and the choice of `-` or `_` do not matter.
pub fn named(typed: &str) -> Vec<Explainable> {
    let typed = typed.to_ascii_lowercase().replace('_', "-");
    let topics = all().filter(|topic| topic.names().any(|name| name == typed));
    let traps = TrapId::ALL.iter().filter(|trap| trap.name() == typed);
    let hosts = ranks::RULES.iter().filter(|rule| rule.name == typed);
    topics
        .map(Explainable::Topic)
        .chain(traps.map(|trap| Explainable::Trap(*trap)))
        .chain(hosts.map(|rule| Explainable::Hosts(rule)))
        .collect()
}

/// The names of rules: of traps, then of those about all ranks.
pub fn rules() -> impl Iterator<Item = &'static str> {
    let traps = TrapId::ALL.iter().map(|trap| trap.name());
    traps.chain(ranks::RULES.iter().map(|rule| rule.name))
}

/// The topics of rules, each once, in the order of the rules.
pub fn of_rules<'r>(rules: impl IntoIterator<Item = &'r str>) -> Vec<&'static Topic> {
    let mut topics: Vec<&'static Topic> = Vec::new();
    for topic in rules
        .into_iter()
        .filter_map(TrapId::find)
        .flat_map(|trap| trap.about().topics)
    {
        if !topics.iter().any(|known| known.name == topic.name) {
            topics.push(topic);
        }
    }
    topics
}

impl Topic {
    /// Its name, and the other words for it.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// Its command, word by word, as the program gets them.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        self.command.split(' ')
    }

    /// The traps that it explains.
    pub fn traps(&self) -> impl Iterator<Item = TrapId> {
        let is_mine = |trap: &TrapId| trap.about().topics.iter().any(|topic| topic.name == self.name);
        TrapId::ALL.iter().copied().filter(is_mine)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use fiord_messages::Lang;

    use super::*;

    /// A file of messages without a topic would compile, and never be shown.
    #[test]
    fn every_file_of_messages_has_its_topic() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../messages/en/topics");
        let files = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let files: BTreeSet<String> = files
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        let listed: BTreeSet<String> = all().map(|topic| topic.name.to_owned()).collect();
        assert_eq!(files, listed);
        assert!(files.len() >= 30, "{}", files.len());
    }

    #[test]
    fn a_word_finds_one_topic() {
        let mut known = BTreeSet::new();
        for name in all().flat_map(Topic::names) {
            let is_plain =
                |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
            assert!(name.chars().all(is_plain), "{name}");
            assert!(known.insert(name), "{name} twice");
        }
    }

    /// What all topics have, whose words no test can check.
    #[test]
    fn every_topic_is_whole() {
        for topic in all() {
            let name = topic.name;
            assert!(!topic.sources.is_empty(), "{name}");
            for source in topic.sources {
                assert!(
                    source.url.starts_with("https://") && !source.title.is_empty(),
                    "{name}: {}",
                    source.url
                );
            }
            for line in topic.figure.lines() {
                assert!(
                    line.chars().count() <= 76 && line.trim_end() == line,
                    "{name}: {line}"
                );
            }
            for lang in Lang::ALL {
                let text = (topic.text.text)(lang);
                let paragraphs = text.lines().count();
                assert!(
                    (3..=4).contains(&paragraphs),
                    "{name}, {}: {paragraphs}",
                    lang.tag()
                );
                let whole = [text, (topic.text.measuring)(lang), (topic.text.shows)(lang)];
                let lines = whole.iter().flat_map(|text| text.lines());
                for line in lines {
                    let ends = line.ends_with(['.', '。']);
                    assert!(ends && line.trim() == line, "{name}: {line}");
                }
                assert!(!(topic.text.title)(lang).ends_with('.'), "{name}");
            }
        }
    }
}
