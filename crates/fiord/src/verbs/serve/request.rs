//! What a request asks for, and whether it may.

use std::net::SocketAddr;

use fiord_messages::{Lang, serve as messages};
use fiord_report::html::ListFilter;
use hyper::body::{Body, Incoming};
use hyper::{Method, Request};

use super::answer::{ServedPage, refused};
use crate::live::is_of_this_machine;

/// The language that the browser prefers among ours; else the language of the server.
pub(super) fn language(request: &Request<Incoming>) -> Lang {
    let header = request.headers().get("Accept-Language");
    let wanted = header.and_then(|header| preferred(header.to_str().ok()?));
    wanted.unwrap_or_else(Lang::current)
}

/// The best language of an `Accept-Language` header (RFC 9110, 12.5.4) that is one of ours: of the same weight, the first.
fn preferred(header: &str) -> Option<Lang> {
    let ranges = header.split(',').filter_map(|range| {
        let (tag, weight) = match range.split_once(';') {
            Some((tag, weight)) => (tag, weight.trim().strip_prefix(['q', 'Q'])?.strip_prefix('=')?),
            None => (range, "1"),
        };
        let weight: f64 = weight.parse().ok().filter(|weight| *weight > 0.0)?;
        Some((Lang::from_locale(tag.trim())?, weight))
    });
    let best = ranges.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map(|(lang, _)| lang)
}

/// What can be asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum StoreQuery {
    /// The newest runs, or those before an id.
    List(ListFilter),
    Run(i64),
    Study(i64),
    /// The document of a run or study as JSON.
    RunJson(i64),
    StudyJson(i64),
    Live(i64),
    /// How the runs of a name did over time.
    Trend(String),
    Events(i64),
    /// What happens on this machine.
    Now,
    NowEvents,
    Compare(Vec<i64>),
    /// What a name or id stands for, as `fiord report` finds it; as JSON.
    Named(String),
    NamedJson(String),
    /// The page of a notebook, and what follows it.
    Notebook(String),
    NotebookEvents(String),
}

impl StoreQuery {
    /// Reads a request. Only reading is allowed, and only under a name of this machine: a page elsewhere whose name leads here is refused.
    pub(super) fn of(
        request: &Request<Incoming>,
        address: SocketAddr,
        lang: Lang,
    ) -> Result<Self, ServedPage> {
        let header = |name| request.headers().get(name)?.to_str().ok();
        if !is_of_this_machine(request, address) {
            return Err(refused(421, messages::other_host, lang));
        }
        if header("Sec-Fetch-Site").is_some_and(|site| site == "cross-site")
            && header("Sec-Fetch-Mode") != Some("navigate")
        {
            return Err(refused(403, messages::other_site, lang));
        }
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return Err(refused(405, messages::method_not_allowed, lang));
        }
        // Reading needs no body: one is refused and never read.
        if !request.body().is_end_stream() {
            return Err(refused(400, messages::body_not_allowed, lang));
        }
        Self::read(&request.uri().to_string()).ok_or_else(|| refused(404, messages::no_such_address, lang))
    }

    /// Reads a path with its query.
    fn read(url: &str) -> Option<Self> {
        let (path, query) = url.split_once('?').unwrap_or((url, ""));
        let values = |name: &str| -> Vec<i64> {
            let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs
                .filter(|(key, _)| *key == name)
                .filter_map(|(_, value)| id(value))
                .collect()
        };
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        Some(match parts.as_slice() {
            [""] => {
                let text = |name: &str| {
                    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
                    let value = pairs
                        .filter(|(key, _)| *key == name)
                        .map(|(_, value)| value)
                        .next();
                    // Forms write a blank so.
                    decoded(&value.unwrap_or_default().replace('+', " "))
                };
                Self::List(ListFilter {
                    text: text("q")?,
                    grade: text("grade")?,
                    verb: text("verb")?,
                    name: text("name")?,
                    tag: text("tag")?,
                    study: values("study").first().copied(),
                    before: values("before").first().copied(),
                })
            }
            ["run", text] => match text.strip_suffix(".json") {
                Some(text) => Self::RunJson(id(text)?),
                None => Self::Run(id(text)?),
            },
            ["study", text] => match text.strip_suffix(".json") {
                Some(text) => Self::StudyJson(id(text)?),
                None => Self::Study(id(text)?),
            },
            ["notebook", name] => Self::Notebook(decoded(name)?),
            ["notebook", name, "events"] => Self::NotebookEvents(decoded(name)?),
            ["trend", name] => Self::Trend(decoded(name)?),
            ["study", text, "live"] => Self::Live(id(text)?),
            ["study", text, "events"] => Self::Events(id(text)?),
            ["now"] => Self::Now,
            ["now", "events"] => Self::NowEvents,
            ["compare"] => Self::Compare(values("r")),
            [name] => match name.strip_suffix(".json") {
                Some(name) => Self::NamedJson(decoded(name)?),
                None => Self::Named(decoded(name)?),
            },
            _ => return None,
        })
    }
}

/// A part of a path with its `%20` and the like as characters (RFC 3986, 2.1).
fn decoded(part: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = part.as_bytes();
    while let [first, after @ ..] = rest {
        let digit = |byte: &u8| char::from(*byte).to_digit(16);
        (rest, _) = match (first, after) {
            (b'%', [high, low, after @ ..]) => (after, bytes.push((digit(high)? * 16 + digit(low)?) as u8)),
            (b'%', _) => return None,
            _ => (after, bytes.push(*first)),
        };
    }
    String::from_utf8(bytes).ok()
}

fn id(text: &str) -> Option<i64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_the_best_of_ours_that_the_browser_wants() {
        for (header, lang) in [
            ("zh-CN,zh;q=0.9,en;q=0.8", Some(Lang::ZhCn)),
            ("en-US,en;q=0.9,zh-TW;q=0.8", Some(Lang::En)),
            ("de, zh-Hant-HK;q=0.5, en;q=0.4", Some(Lang::ZhTw)),
            ("en;q=0, zh", Some(Lang::ZhCn)),
            ("en ; q=0.4, zh-TW; q=0.5", Some(Lang::ZhTw)),
            ("en ;Q=0.9 , zh ; q=0.8", Some(Lang::En)),
            ("de,*;q=0.5", None),
            ("", None),
            ("en;q=x", None),
        ] {
            assert_eq!(preferred(header), lang, "{header}");
        }
    }

    #[test]
    fn addresses_are_read_strictly() {
        assert_eq!(
            StoreQuery::read("/"),
            Some(StoreQuery::List(ListFilter::default()))
        );
        let narrow = ListFilter {
            text: "a b&c".to_owned(),
            grade: "D".to_owned(),
            before: Some(20),
            ..ListFilter::default()
        };
        assert_eq!(
            StoreQuery::read("/?q=a+b%26c&grade=D&verb=&before=20"),
            Some(StoreQuery::List(narrow))
        );
        assert_eq!(StoreQuery::read("/?q=%zz"), None);
        assert_eq!(
            StoreQuery::read("/trend/a%20b"),
            Some(StoreQuery::Trend("a b".to_owned()))
        );
        assert_eq!(StoreQuery::read("/run/12"), Some(StoreQuery::Run(12)));
        assert_eq!(StoreQuery::read("/run/12.json"), Some(StoreQuery::RunJson(12)));
        assert_eq!(StoreQuery::read("/study/3/events"), Some(StoreQuery::Events(3)));
        assert_eq!(
            StoreQuery::read("/notebook/a%20b/events"),
            Some(StoreQuery::NotebookEvents("a b".to_owned()))
        );
        assert_eq!(
            StoreQuery::read("/compare?r=1&r=2&r=x"),
            Some(StoreQuery::Compare(vec![1, 2]))
        );
        for wrong in [
            "/run/",
            "/run/-1",
            "/run/1/2",
            "/../etc/passwd",
            "/run/99999999999999999999",
            "//run/%31",
            "/study/1/live/x",
        ] {
            assert!(
                !matches!(
                    StoreQuery::read(wrong),
                    Some(StoreQuery::Run(_) | StoreQuery::Live(_))
                ),
                "{wrong}"
            );
        }
    }
}
