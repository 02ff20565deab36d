//! `direct-buffered`: direct and buffered given together; each is the other negated.

use crate::case::Case;
use crate::case::job_view::JobView;
use crate::correct::edit::Edit;
use crate::topics;
use crate::trap::{Family, Fix, Judgement, Stage, Symptom, Text, Trap, per_job};
use crate::{Finding, Severity, Subject, When};
use fiord_messages::Lang;
use fiord_messages::compare;
use fiord_messages::traps::direct_buffered as messages;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    plan: Some(Judgement {
        text: Text {
            title: messages::plan_title,
            why: messages::plan_why,
            advice: messages::plan_advice,
            example: messages::plan_example,
        },
        needs: &[],
        judge: plan,
    }),
    fix: Some(Fix {
        stage: Stage::Engine,
        least: Severity::Note,
        apply: correct,
    }),
    topics: &[&topics::DIRECT_IO],
    quantity: Some(compare::quantity_page_cache),
    ..Trap::new(
        Family::Options,
        "plantegg, ssd/san/sas",
        &[Symptom::OtherSetting],
        Observed::saw,
    )
};

/// Both options as given, and which of them holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub direct: String,
    pub buffered: String,
    /// Whether they mean the same.
    pub agree: bool,
    pub runs_direct: bool,
}

fn plan(case: &Case<'_>) -> Vec<Finding> {
    per_job(case, |view| {
        let (Some(direct), Some(buffered)) = (view.given("direct"), view.given("buffered")) else {
            return Vec::new();
        };
        let agree = (direct == "0") != (buffered == "0");
        let severity = if agree { Severity::Note } else { Severity::Wrong };
        let observed = Observed {
            direct: direct.to_owned(),
            buffered: buffered.to_owned(),
            agree,
            runs_direct: view.job.durability.direct,
        };
        vec![Finding::new(When::Plan, severity, Subject::whole(), observed)]
    })
}

/// Of two that contradict each other one asks for direct I/O.
fn correct(edit: &mut Edit<'_>, _: &JobView<'_>, observed: &Observed) {
    let is_direct = !observed.agree || observed.runs_direct;
    edit.remove("buffered");
    edit.set("direct", if is_direct { "1" } else { "0" });
}

/// The sentences of `direct-buffered`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let given = |name: &str, value: &str| match value {
            "" => name.to_owned(),
            value => format!("{name}={value}"),
        };
        let direct = &given("direct", &self.direct);
        let buffered = &given("buffered", &self.buffered);
        let used = &u8::from(self.runs_direct);
        if self.agree {
            messages::Agree {
                direct,
                buffered,
                used,
            }
            .text(lang)
        } else {
            messages::Contradict {
                direct,
                buffered,
                used,
            }
            .text(lang)
        }
    }
}
