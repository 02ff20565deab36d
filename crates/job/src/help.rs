//! What the table says about itself: `--cmdhelp`, `--enghelp` and `docs/options.md`. Text only; printing is the caller's.
//!
//! The layout follows fio's, since people read it with fio's eyes; the words are the table's own.

use fiord_messages::Lang;

use crate::options::engine::REFUSED_ENGINES;
use crate::options::{self, OptionSpec, Support, ValueKind, allowed};
use crate::plan::EngineKind;

/// `--cmdhelp` and `--cmdhelp=all`: every option that is not an engine's, one line each.
pub fn options() -> String {
    list(options::all().filter(|spec| spec.engines.is_empty()))
}

/// `--cmdhelp=NAME`: one option in full; `None` when there is none of this name or alias.
pub fn option(name: &str) -> Option<String> {
    options::find(name).map(details)
}

/// `--enghelp`: the engines.
pub fn engines() -> String {
    let mut text = "Available IO engines:\n".to_owned();
    for kind in EngineKind::ALL {
        text.push_str(&format!("\t{:<10} {}\n", kind.name(), kind.help()));
    }
    text
}

/// `--enghelp=ENGINE`: its options; `--enghelp=ENGINE,OPTION`: one of them in full. `None` when there is none of this name.
pub fn engine(request: &str) -> Option<String> {
    let (name, option) = match request.split_once(',') {
        Some((name, option)) => (name, Some(option)),
        None => (request, None),
    };
    if let Some((_, why)) = REFUSED_ENGINES.iter().find(|(refused, _)| *refused == name) {
        return Some(format!(
            "fiord does not have the engine {name}: {}\n",
            why(Lang::En)
        ));
    }
    EngineKind::from_name(name)?;
    let mut own = options::all()
        .filter(|spec| spec.engines.contains(&name))
        .peekable();
    match option {
        Some(option) => own
            .find(|spec| spec.name == option || spec.alias == Some(option))
            .map(details),
        None if own.peek().is_none() => Some(format!("IO engine {name} has no options\n")),
        None => Some(list(own)),
    }
}

fn list(specs: impl Iterator<Item = &'static OptionSpec>) -> String {
    let mut text = String::new();
    for spec in specs {
        text.push_str(&format!(
            "{:<24}: {}{}\n",
            spec.name,
            first_sentence(spec.doc),
            remark(spec)
        ));
    }
    text
}

/// The text up to the first full stop or colon that ends a clause.
pub fn first_sentence(doc: &str) -> &str {
    let end = [". ", ": "].iter().filter_map(|mark| doc.find(mark)).min();
    doc[..end.unwrap_or(doc.len())].trim_end_matches('.')
}

fn remark(spec: &OptionSpec) -> &'static str {
    match spec.support {
        Support::Supported => "",
        Support::Accepted(_) => " [no effect]",
        Support::Refused(_) => " [refused]",
    }
}

fn details(spec: &OptionSpec) -> String {
    let mut lines = vec![(spec.name, spec.doc.to_owned())];
    if let Some(alias) = spec.alias {
        lines.push(("alias", alias.to_owned()));
    }
    lines.push(("type", kind(spec).to_owned()));
    let default = if spec.default.is_empty() {
        "none"
    } else {
        spec.default
    };
    lines.push(("default", default.to_owned()));
    lines.push(("values", allowed(spec).text(Lang::En).to_owned()));
    if !spec.engines.is_empty() {
        lines.push(("engines", spec.engines.join(", ")));
    }
    match spec.support {
        Support::Supported => {}
        Support::Accepted(why) => lines.push(("no effect", why(Lang::En).to_owned())),
        Support::Refused(why) => lines.push(("refused", why(Lang::En).to_owned())),
    }
    lines
        .iter()
        .map(|(head, text)| format!("{head:>20}: {text}\n"))
        .collect()
}

fn kind(spec: &OptionSpec) -> &'static str {
    match spec.kind {
        ValueKind::Text => "text",
        ValueKind::OptionalText => "text, may be left out in a job file",
        ValueKind::Int if spec.parts == 3 => "integers with unit, one per direction",
        ValueKind::Int => "integer with unit",
        ValueKind::IntOrPercent => "integer with unit, or percentage",
        ValueKind::Time => "time, seconds without unit",
        ValueKind::Micros => "time, microseconds without unit",
        ValueKind::Bool => "0 or 1",
        ValueKind::Set => "flag",
        ValueKind::Range => "ranges, one per direction",
        ValueKind::Choice => "word",
        ValueKind::Words => "words",
        ValueKind::FloatList => "decimal numbers",
    }
}

/// An option as a manual page has it.
pub struct ManualEntry {
    /// Its name, and the second spelling.
    pub names: String,
    pub text: String,
}

/// All options, chapter by chapter, with the chapter's title.
pub fn manual() -> impl Iterator<Item = (&'static str, Vec<ManualEntry>)> {
    options::chapters().map(|(chapter, options)| (chapter.title(), options.iter().map(entry).collect()))
}

fn entry(spec: &'static OptionSpec) -> ManualEntry {
    let names = std::iter::once(spec.name).chain(spec.alias);
    let mut text = format!("{} Values: {}.", spec.doc, allowed(spec).text(Lang::En));
    if !spec.default.is_empty() {
        text.push_str(&format!(" Default: {}.", spec.default));
    }
    if !spec.engines.is_empty() {
        text.push_str(&format!(" Engines: {}.", spec.engines.join(", ")));
    }
    match spec.support {
        Support::Supported => {}
        Support::Accepted(why) => text.push_str(&format!(" No effect: {}.", why(Lang::En))),
        Support::Refused(why) => text.push_str(&format!(" Refused: {}.", why(Lang::En))),
    }
    ManualEntry {
        names: names.collect::<Vec<_>>().join(", "),
        text,
    }
}

/// `docs/options.md`: the whole table, chapter by chapter.
pub fn markdown() -> String {
    let count = |wanted: fn(&Support) -> bool| options::all().filter(|spec| wanted(&spec.support)).count();
    let mut text = format!(
        "<!-- Made from crates/job/src/options by: FIORD_UPDATE=1 cargo test -p fiord-job --test suite docs -->\n\n# Options\n\n\
         {} options work, {} are accepted without effect, {} are refused by name. Names, aliases and defaults are fio's; \
         `sim_*` are fiord's own.\n\nUnits: `k m g t p` (and `kb`, `ki`, …) are powers of 1024 and `kib mib …` powers of \
         1000, as in fio; `kb_base=1000` swaps the two. Times: `us ms s m h d`.\n",
        count(|support| matches!(support, Support::Supported)),
        count(|support| matches!(support, Support::Accepted(_))),
        count(|support| matches!(support, Support::Refused(_))),
    );
    for (chapter, options) in options::chapters() {
        let head = "| option | default | value | what it does |\n|---|---|---|---|";
        text.push_str(&format!("\n## {}\n\n{head}\n", chapter.title()));
        options.iter().for_each(|spec| text.push_str(&row(spec)));
    }
    text
}

fn row(spec: &OptionSpec) -> String {
    let alias = spec.alias.map_or(String::new(), |alias| format!(", `{alias}`"));
    let default = if spec.default.is_empty() {
        String::new()
    } else {
        format!("`{}`", spec.default)
    };
    let value = match spec.kind {
        ValueKind::Choice | ValueKind::Words => spec.names().join(" "),
        _ => kind(spec).to_owned(),
    };
    let engines = match spec.engines {
        [] => String::new(),
        engines => format!(" Engines: {}.", engines.join(", ")),
    };
    let support = match spec.support {
        Support::Supported => String::new(),
        Support::Accepted(why) => format!(" *No effect: {}.*", why(Lang::En)),
        Support::Refused(why) => format!(" *Refused: {}.*", why(Lang::En)),
    };
    format!(
        "| `{}`{alias} | {default} | {value} | {}{engines}{support} |\n",
        spec.name, spec.doc
    )
}
