//! Topics on a screen, and as a page for users: `docs/topics.md`. A pure function; a test keeps the page equal to it.

use std::fmt::Write;

use fiord_judge::ranks::HostsRule;
use fiord_judge::topics::{self, Explainable, Topic};
use fiord_messages::{Lang, topics_page as messages};

use super::findings::Detail;
use super::{Page, Styled, findings, traps};

const MADE_BY: &str = "<!-- Made from crates/judge/src/topics by: FIORD_UPDATE=1 cargo test -p fiord-report --test suite topics_page -->";

/// All topics by chapter, and the names of rules.
pub fn list(lang: Lang) -> Page {
    let mut page = Page::new();
    page.line(messages::list_intro(lang));
    for (chapter, topics) in &topics::ALL {
        page.blank();
        page.heading(chapter(lang));
        let named = topics.iter();
        let named: Vec<(&str, String)> = named
            .map(|topic| (topic.name, (topic.text.title)(lang).to_owned()))
            .collect();
        page.labelled(&named);
    }
    page.blank();
    page.heading(messages::list_rules(lang));
    let rules: Vec<String> = topics::rules().map(str::to_owned).collect();
    page.item("", "", lang.list(&rules));
    page
}

/// What names ask for, one below the other.
pub fn page(asked: &[Explainable], detail: Detail, lang: Lang) -> Page {
    let mut page = Page::new();
    let mut rules = Vec::new();
    for named in asked {
        page.blank();
        match named {
            Explainable::Topic(topic) => put(&mut page, topic, detail, lang),
            Explainable::Trap(trap) => {
                traps::put(&mut page, *trap, lang);
                rules.push(trap.name());
            }
            Explainable::Hosts(rule) => put_hosts(&mut page, rule, lang),
        }
    }
    let is_shown = |rule: &&str| {
        topics::of_rules([*rule]).iter().all(|topic| {
            let mut shown = asked.iter();
            shown.any(|named| matches!(named, Explainable::Topic(shown) if shown.name == topic.name))
        })
    };
    rules.retain(|rule| !is_shown(rule));
    if let Some(background) = findings::background(rules, lang) {
        page.line(Styled::new().dim(background));
    }
    page
}

fn put(page: &mut Page, topic: &Topic, detail: Detail, lang: Lang) {
    page.line(
        Styled::new()
            .strong((topic.text.title)(lang))
            .dim(lang.aside(topic.name)),
    );
    for paragraph in (topic.text.text)(lang).lines() {
        page.item("", "", paragraph);
    }
    page.figure(topic.figure);
    for (label, text) in [
        (messages::measuring(lang), topic.text.measuring),
        (messages::shows(lang), topic.text.shows),
    ] {
        page.item(Styled::new().strong(label).plain(lang.gap()), "", text(lang));
    }
    page.command(topic.words());
    let label = Styled::new().dim(messages::source(lang)).plain(lang.gap());
    match (detail, topic.sources.first()) {
        (Detail::Line, Some(source)) => page.item(label, "  ", source.url),
        _ => {
            for source in topic.sources {
                page.item(
                    label.clone(),
                    "  ",
                    format!("{}{}{}", source.title, lang.comma(), source.url),
                );
            }
        }
    }
    let rules: Vec<String> = topic.traps().map(|trap| trap.name().to_owned()).collect();
    if detail == Detail::Reasons && !rules.is_empty() {
        let label = Styled::new().dim(messages::rules(lang)).plain(lang.gap());
        page.item(label, "  ", lang.list(&rules));
    }
}

fn put_hosts(page: &mut Page, rule: &HostsRule, lang: Lang) {
    page.line(Styled::new().strong(rule.name));
    page.item("", "", (rule.why)(lang));
    page.item("", "", (rule.advice)(lang));
}

/// A topic in the page of topics, from a page beside it.
pub(super) fn link(topic: &Topic) -> String {
    let name = topic.name;
    format!("[{name}](topics.md#{name})")
}

/// The page of all topics, in Markdown.
pub fn markdown(lang: Lang) -> String {
    let mut out = format!(
        "{MADE_BY}\n\n# {}\n\n{}\n\n",
        messages::title(lang),
        messages::intro(lang)
    );
    for (chapter, topics) in &topics::ALL {
        let _ = writeln!(out, "- {}", chapter(lang));
        for topic in *topics {
            let name = topic.name;
            let _ = writeln!(out, "  - [`{name}`](#{name}): {}", (topic.text.title)(lang));
        }
    }
    for (chapter, topics) in &topics::ALL {
        let _ = write!(out, "\n## {}\n", chapter(lang));
        topics.iter().for_each(|topic| put_chapter(&mut out, topic, lang));
    }
    out
}

fn put_chapter(out: &mut String, topic: &Topic, lang: Lang) {
    let text = &topic.text;
    let _ = write!(out, "\n### {}\n\n**{}**\n", topic.name, (text.title)(lang));
    for paragraph in (text.text)(lang).lines() {
        let _ = write!(out, "\n{paragraph}\n");
    }
    if !topic.figure.is_empty() {
        let _ = write!(out, "\n```text\n{}\n```\n", topic.figure);
    }
    for (label, text) in [
        (messages::measuring(lang), text.measuring),
        (messages::shows(lang), text.shows),
    ] {
        let _ = write!(out, "\n**{label}**{}{}\n", lang.gap(), text(lang));
    }
    let _ = write!(out, "\n```\n{}\n```\n\n", topic.command);
    for source in topic.sources {
        let _ = writeln!(out, "- [{}]({})", source.title, source.url);
    }
    let rules = topic.traps().map(|trap| {
        let name = trap.name();
        format!("[`{name}`](traps.md#{name})")
    });
    let rules: Vec<String> = rules.collect();
    if !rules.is_empty() {
        let _ = write!(
            out,
            "\n{}{}{}\n",
            messages::rules(lang),
            lang.gap(),
            lang.list(&rules)
        );
    }
}
