//! What fiord itself costs, as a table.

use fiord_record::number::{Rounded, short};

use crate::documents::self_cost::SelfCost;
use crate::text::{Cell, Column, Page, Table};

impl SelfCost {
    pub fn page(&self) -> Page {
        let mut page = Page::new();
        page.line("What fiord itself costs with these options (null engine, this machine, now):");
        page.blank();
        let mut table = Table::new([
            Column::left("job", "job"),
            Column::right("workers", "workers"),
            Column::right("IOPS at most", "iops"),
            Column::right("processor time per I/O", "ns_per_io"),
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
        page.line("A result near this ceiling is the generator's, not the disk's. System calls of a real engine come on top.");
        page
    }
}
