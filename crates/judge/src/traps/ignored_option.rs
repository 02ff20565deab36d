//! `ignored-option`: an option that has no effect on this job.

use crate::case::Case;
use crate::case::idle::{Because, Idle, idle_options};
use crate::case::job_view::JobView;
use crate::correct::edit::Edit;
use crate::trap::{Family, Fix, Judgement, Stage, Symptom, Text, Trap, per_job};
use crate::{Finding, Severity, Subject, When};
use fiord_messages::Lang;
use fiord_messages::traps::ignored_option as messages;

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
    ..Trap::new(
        Family::Options,
        "plantegg, ssd/san/sas (rwmixread, randwrite); fio manual",
        &[Symptom::OtherSetting],
        Observed::saw,
    )
};

pub type Observed = Idle;

fn plan(case: &Case<'_>) -> Vec<Finding> {
    let is_import = case.record.context.import.is_some();
    per_job(case, |view| {
        let found = idle_options(view).into_iter();
        found
            // `ends-early` says more about these two, and decides which of them stays.
            .filter(|idle| !matches!(idle.name.as_str(), "runtime" | "time_based"))
            // What fiord leaves out may have had an effect in the program that ran the job.
            .filter(|idle| !(is_import && idle.because == Because::Accepted))
            .map(|idle| {
                let severity = if idle.misleads {
                    Severity::Care
                } else {
                    Severity::Note
                };
                Finding::new(When::Plan, severity, Subject::whole(), idle)
            })
            .collect()
    })
}

fn correct(edit: &mut Edit<'_>, _: &JobView<'_>, observed: &Observed) {
    if observed.because == Because::FirstFileOnly {
        // The files are what the job is about; what keeps it in the first one goes.
        edit.remove("openfiles");
        edit.set("file_service_type", "random");
        return;
    }
    edit.remove(&observed.name);
}

/// The sentences of `ignored-option`.
impl Observed {
    fn saw(&self, _: &Subject, lang: Lang) -> String {
        let option = &self.option();
        let no_effect = messages::NoEffect { option }.text(lang);
        lang.sentences(&[no_effect, self.reason(lang)])
    }
}
