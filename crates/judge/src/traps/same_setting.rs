//! `same-setting`: two runs of one text whose options look different and mean the same.

use crate::case::Case;
use crate::topics;
use crate::trap::{Family, Judgement, Symptom, Text, Trap};
use crate::{Finding, Severity, Subject, When};
use fiord_messages::Lang;
use fiord_messages::traps::same_setting as messages;
use fiord_record::imported::Twin;
use serde::{Deserialize, Serialize};

pub const TRAP: Trap<Observed> = Trap {
    run: Some(Judgement {
        text: Text {
            title: messages::run_title,
            why: messages::run_why,
            advice: messages::run_advice,
            example: messages::run_example,
        },
        needs: &[],
        judge: run,
    }),
    topics: &[&topics::NOISE],
    ..Trap::new(
        Family::Options,
        "plantegg, ssd/san/sas (direct, buffered); fio manual, `direct`, `buffered`",
        &[Symptom::OtherSetting],
        Observed::saw,
    )
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    pub twins: Vec<Twin>,
}

fn run(case: &Case<'_>) -> Vec<Finding> {
    let twins = case
        .record
        .context
        .import
        .as_ref()
        .map(|import| import.twins.clone());
    let twins = twins.filter(|twins| !twins.is_empty()).into_iter();
    twins
        .map(|twins| Finding::new(When::Run, Severity::Care, Subject::whole(), Observed { twins }))
        .collect()
}

/// The sentences of `same-setting`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let one = |twin: &Twin| {
            messages::Twin {
                mine: &twin.mine,
                theirs: &twin.theirs,
                line: &twin.line,
                meaning: &twin.means,
            }
            .text(lang)
        };
        let all: Vec<String> = self.twins.iter().map(one).collect();
        lang.sentences(&all)
    }
}
