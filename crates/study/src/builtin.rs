//! The studies that come with fiord: `studies/*.toml`.

use fiord_messages::{Fixed, Lang, studies, sweep};

/// One study that comes with fiord.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Builtin {
    pub name: &'static str,
    pub text: &'static str,
}

macro_rules! studies {
    ($($name:literal),+ $(,)?) => {
        [$(Builtin { name: $name, text: include_str!(concat!("../../../studies/", $name, ".toml")) }),+]
    };
}

/// In the order of the page.
pub const ALL: [Builtin; 36] = studies![
    "survey",
    "read-block-size",
    "read-depth",
    "read-threads-depth",
    "write-fsync",
    "fsync-batch",
    "random-write-block-size",
    "write-depth",
    "writers-one-file-or-own",
    "random-write-threads-depth",
    "writers-many-files",
    "request-size",
    "log-and-readers",
    "direct-buffered",
    "mixed",
    "sequential-random",
    "forward-backward",
    "buffered-read",
    "position",
    "fastest-read",
    "data-sheet",
    "preconditioning",
    "steady-state",
    "sim-over-provisioning",
    "sim-block-size",
    "sim-fresh-to-steady",
    "sim-full-drive",
    "sim-hot-cold",
    "sim-slc-cache",
    "sim-wear-levelling",
    "sim-lifetime",
    "sim-cell-types",
    "sim-depth-dies",
    "sim-sync-writes",
    "sim-disk-flash",
    "sim-disk-seek",
];

/// The study of this name.
pub fn find(name: &str) -> Option<&'static Builtin> {
    ALL.iter().find(|study| study.name == name)
}

/// The title of a study or recipe as this language has it.
pub fn title<'t>(name: &str, title: &'t str, lang: Lang) -> &'t str {
    translated(name, title, lang)
}

/// What a study or recipe is about.
pub fn about<'t>(name: &str, about: &'t str, lang: Lang) -> &'t str {
    translated(&format!("{name}-about"), about, lang)
}

/// A limit of the test that a recipe repeats, counted from 0.
pub fn flaw<'t>(name: &str, index: usize, flaw: &'t str, lang: Lang) -> &'t str {
    translated(&format!("{name}-flaw-{}", index + 1), flaw, lang)
}

/// The text of a study that comes with fiord, or that `fiord sweep` makes, is a message. Another study may have the same name: its own
/// text stays.
fn translated<'t>(id: &str, text: &'t str, lang: Lang) -> &'t str {
    let mut messages = studies::find(id)
        .into_iter()
        .chain([sweep::title as Fixed, sweep::title_slo]);
    let message = messages.find(|message| message(Lang::En) == text);
    message.map_or(text, |message| message(lang))
}
