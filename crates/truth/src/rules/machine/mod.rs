//! Rules that need only the machine: how it is set, what lies under the path, who else is on it.
//!
//! A [`Check`] is a rule with a closer look: where a rule's finding is what is wrong, a check also says what is fine and what
//! could not be known, and which setting would put it right. `doctor` shows checks; `explain` and the verdict after a run
//! read the same ones as rules ([`RULES`]). One file per area; nothing here reads a file.

pub mod processor;

use fiord_host::changes::Change;

use crate::legacy::Rule;
use crate::machine_view::{Area, MachineView};
use crate::trap::State;

/// What a check saw, once per thing it looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// What it came to.
    pub grade: State,
    /// The device, where it is about one.
    pub on: Option<String>,
    /// What was seen, with numbers.
    pub saw: String,
    /// Why it matters, where that is not the rule's usual reason.
    pub why: Option<String>,
    /// What to do, where that is not the rule's usual advice.
    pub attempt: Option<String>,
    /// The numbers in `saw`, by name with the unit last.
    pub values: Vec<(&'static str, f64)>,
    /// The setting that would put it right and can be undone.
    pub change: Option<Change>,
}

impl Seen {
    fn new(grade: State, saw: impl Into<String>) -> Seen {
        Seen {
            grade,
            on: None,
            saw: saw.into(),
            why: None,
            attempt: None,
            values: Vec::new(),
            change: None,
        }
    }

    fn fine(saw: impl Into<String>) -> Seen {
        Seen::new(State::Fine, saw)
    }

    fn unknown(saw: impl Into<String>) -> Seen {
        Seen::new(State::Unknown, saw)
    }

    fn note(saw: impl Into<String>) -> Seen {
        Seen::new(State::Note, saw)
    }

    fn care(saw: impl Into<String>) -> Seen {
        Seen::new(State::Care, saw)
    }

    fn wrong(saw: impl Into<String>) -> Seen {
        Seen::new(State::Wrong, saw)
    }

    fn on(mut self, device: &str) -> Seen {
        self.on = Some(device.to_owned());
        self
    }

    fn because(mut self, why: impl Into<String>) -> Seen {
        self.why = Some(why.into());
        self
    }

    fn attempt(mut self, attempt: impl Into<String>) -> Seen {
        self.attempt = Some(attempt.into());
        self
    }

    fn with(mut self, name: &'static str, value: f64) -> Seen {
        self.values.push((name, value));
        self
    }

    fn change(mut self, change: Change) -> Seen {
        self.change = Some(change);
        self
    }
}

/// A rule with its closer look.
#[derive(Debug)]
pub struct Check {
    /// Id, reason, advice, source.
    pub rule: Rule,
    /// Where it is shown.
    pub area: Area,
    /// Looks; an empty list when there is nothing of the kind on this machine.
    pub look: fn(&MachineView<'_>) -> Vec<Seen>,
}

/// Declares a check: the rule's words beside the function that looks.
macro_rules! check {
    ($name:ident, $area:ident, $look:path, id: $id:literal, family: $family:ident, title: $title:literal, why: $why:literal,
     attempt: $attempt:literal, example: $example:literal, source: $source:literal $(,)?) => {
        #[doc = $title]
        pub static $name: $crate::rules::machine::Check = $crate::rules::machine::Check {
            rule: $crate::legacy::Rule {
                id: $id,
                family: $crate::trap::Family::$family,
                title: $title,
                why: $why,
                attempt: $attempt,
                example: $example,
                source: $source,
                when: $crate::trap::When::Machine,
                judge: |_| Vec::new(),
            },
            area: $crate::machine_view::Area::$area,
            look: $look,
        };
    };
}
use check;

/// Lists the checks, and the same as rules.
macro_rules! checks {
    ($($name:path),* $(,)?) => {
        /// Every check, in the order in which doctor shows them.
        pub static CHECKS: &[&Check] = &[$(&$name),*];

        /// The same as rules.
        pub const RULES: &[&Rule] = &[$(&$name.rule),*];
    };
}

checks![processor::CLOCK];
