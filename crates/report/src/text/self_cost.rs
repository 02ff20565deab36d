//! What fiord itself costs, as a table.

use fiord_messages::{Lang, run as messages};
use fiord_record::number::{Rounded, short};

use crate::documents::self_cost::SelfCost;
use crate::text::{Cell, Column, Page, Table};

impl SelfCost {
    pub fn page(&self, lang: Lang) -> Page {
        let mut page = Page::new();
        page.line(messages::self_cost(lang));
        page.blank();
        let mut table = Table::new([
            Column::left(messages::head_job(lang), "job"),
            Column::right(messages::head_workers(lang), "workers"),
            Column::right(messages::head_iops_at_most(lang), "iops"),
            Column::right(messages::head_cpu_per_io(lang), "ns_per_io"),
        ]);
        for job in &self.jobs {
            let iops = Rounded {
                value: job.iops,
                figures: 3,
            };
            table.row([
                Cell::from(&job.name),
                Cell::from(job.workers.to_string()),
                Cell::new(iops.to_string()).value(job.iops),
                Cell::new(format!("{} ns", short(job.ns_per_io))).value(job.ns_per_io),
            ]);
        }
        page.table(table);
        page.blank();
        page.line(messages::self_cost_limit(lang));
        page
    }
}
