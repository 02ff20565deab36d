//! WhyDocument processes wait for storage, as text.

use fiord_judge::waiting::LEAST_TASKS;
use fiord_messages::{Lang, waiting as messages};
use fiord_record::number::{Quotient, short};

use crate::documents::why::{WaitCause, WaitingProcess, WhyDocument};
use crate::text::{Page, Styled};

impl WhyDocument {
    pub fn page(&self, lang: Lang) -> Page {
        let mut page = Page::new();
        let (tasks, seconds) = (&Quotient(self.waiting_tasks), &short(self.seconds));
        page.line(if !self.causes.is_empty() {
            messages::Waited { tasks, seconds }.text(lang)
        } else if self.waiting_tasks < LEAST_TASKS {
            messages::Idle { tasks, seconds }.text(lang)
        } else {
            messages::NotExplained { tasks, seconds }.text(lang)
        });
        for cause in &self.causes {
            page.blank();
            cause.put(&mut page, lang);
        }
        if self.waiting_tasks >= LEAST_TASKS {
            page.blank();
            page.heading(messages::heading_waiters(lang));
            for waiter in &self.waiters {
                page.item("- ", "  ", waiter.text(lang));
            }
        }
        if !self.unseen.is_empty() {
            page.blank();
            page.heading(messages::heading_unseen(lang));
            for unseen in &self.unseen {
                page.item("- ", "  ", unseen.as_str());
            }
        }
        page
    }
}

impl WaitCause {
    /// What was seen and who waits for it; below, what can be done.
    pub(super) fn put(&self, page: &mut Page, lang: Lang) {
        let name = Styled::new().strong(&self.cause).plain(lang.colon());
        page.item(
            name,
            "  ",
            lang.sentences(&[self.saw.clone(), self.because(lang)]),
        );
        page.item("  → ", "    ", self.advice.as_str());
    }

    /// The number of waiting tasks, and their processes.
    fn because(&self, lang: Lang) -> String {
        let named = self
            .processes
            .iter()
            .map(|process| format!("{} ({})", process.name, process.pid));
        let named: Vec<String> = named.take(NAMED).collect();
        messages::Because {
            tasks: &Quotient(self.waiting_tasks),
            processes: &lang.list(&named),
        }
        .text(lang)
    }

    /// In one line.
    pub(super) fn line(&self, lang: Lang) -> String {
        let what = format!("{}{}{}", self.cause, lang.colon(), self.saw);
        lang.sentences(&[what, self.because(lang)])
    }
}

/// Processes that are named of one cause.
const NAMED: usize = 5;

impl WaitingProcess {
    fn text(&self, lang: Lang) -> String {
        let (process, pid) = (&self.name, &self.pid);
        let tasks = &Quotient(self.waiting_tasks);
        match &self.function {
            Some(function) => messages::Waiter {
                process,
                pid,
                tasks,
                function,
            }
            .text(lang),
            None => messages::WaiterHidden { process, pid, tasks }.text(lang),
        }
    }
}
