//! What `fiord explain NAME --json` prints.

use fiord_judge::topics::{Explainable, Topic};
use fiord_judge::{TrapId, When};
use fiord_messages::Lang;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Body;

/// Topics, and the rules of findings.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct Topics {
    pub topics: Vec<TopicJson>,
    pub rules: Vec<RuleJson>,
}

/// Why storage behaves as it does.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Topic")]
pub struct TopicJson {
    pub name: String,
    /// Other words for it.
    pub aliases: Vec<String>,
    pub title: String,
    /// Paragraphs.
    pub text: Vec<String>,
    /// A drawing in text.
    pub figure: String,
    /// What it means for a measurement.
    pub measuring: String,
    /// A command that shows it.
    pub command: String,
    /// What the command shows.
    pub shows: String,
    pub sources: Vec<SourceJson>,
    /// The rules of findings that it explains.
    pub rules: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Source")]
pub struct SourceJson {
    pub title: String,
    pub url: String,
}

/// A rule that can find something.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Rule")]
pub struct RuleJson {
    pub name: String,
    /// Null: a rule about all ranks of a run over many hosts.
    pub title: Option<String>,
    pub judged: Vec<JudgedJson>,
    /// Where it is known from; empty: from arithmetic.
    pub source: String,
    /// The first of the topics that explain it.
    pub topic: Option<String>,
    /// All of them.
    #[serde(default)]
    pub topics: Vec<String>,
}

/// What a rule says at one time of judging.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Judged")]
pub struct JudgedJson {
    #[schemars(with = "String", extend("enum" = When::ALL.map(When::name)))]
    pub when: When,
    pub why: String,
    pub advice: String,
}

impl Body for Topics {
    const NAME: &'static str = "topics";
    const TITLE: &'static str = "fiord explain NAME --json";
}

impl Topics {
    /// What names ask for.
    pub fn of(asked: &[Explainable]) -> Self {
        let mut all = Self::default();
        for named in asked {
            match named {
                Explainable::Topic(topic) => all.topics.push(TopicJson::of(topic)),
                Explainable::Trap(trap) => all.rules.push(RuleJson::of(*trap)),
                Explainable::Hosts(rule) => all.rules.push(RuleJson {
                    name: rule.name.to_owned(),
                    title: None,
                    judged: vec![JudgedJson {
                        when: When::Run,
                        why: (rule.why)(Lang::En).to_owned(),
                        advice: (rule.advice)(Lang::En).to_owned(),
                    }],
                    source: String::new(),
                    topic: None,
                    topics: Vec::new(),
                }),
            }
        }
        all
    }
}

impl TopicJson {
    fn of(topic: &Topic) -> Self {
        let text = &topic.text;
        Self {
            name: topic.name.to_owned(),
            aliases: topic.aliases.iter().map(|&alias| alias.to_owned()).collect(),
            title: (text.title)(Lang::En).to_owned(),
            text: (text.text)(Lang::En).lines().map(str::to_owned).collect(),
            figure: topic.figure.to_owned(),
            measuring: (text.measuring)(Lang::En).to_owned(),
            command: topic.command.to_owned(),
            shows: (text.shows)(Lang::En).to_owned(),
            sources: topic
                .sources
                .iter()
                .map(|source| SourceJson {
                    title: source.title.to_owned(),
                    url: source.url.to_owned(),
                })
                .collect(),
            rules: topic.traps().map(|trap| trap.name().to_owned()).collect(),
        }
    }
}

impl RuleJson {
    fn of(trap: TrapId) -> Self {
        let about = trap.about();
        let texts = || {
            When::ALL
                .into_iter()
                .filter_map(|when| Some((when, trap.text(when)?)))
        };
        Self {
            name: trap.name().to_owned(),
            title: texts().next().map(|(_, text)| (text.title)(Lang::En).to_owned()),
            judged: texts()
                .map(|(when, text)| JudgedJson {
                    when,
                    why: (text.why)(Lang::En).to_owned(),
                    advice: (text.advice)(Lang::En).to_owned(),
                })
                .collect(),
            source: about.sources.to_owned(),
            topic: about.topics.first().map(|topic| topic.name.to_owned()),
            topics: about.topics.iter().map(|topic| topic.name.to_owned()).collect(),
        }
    }
}
