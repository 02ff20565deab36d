//! The life of drives as text: the answer, what each drive tells, the years that are left, and what limits that.

use fiord_host::wear::Told;
use fiord_messages::{Lang, endurance as messages, phrases};
use fiord_record::number::{Count, Quotient, Rounded, short};

use crate::documents::endurance::{DriveLife, Endurance, LifeLimit, RateOf, YearsLeft, decimal};
use crate::text::{Cell, Column, Page, Styled, Table};

impl Endurance {
    pub fn page(&self, lang: Lang) -> Page {
        let mut page = Page::new();
        for sentence in &self.answer {
            page.line(Styled::new().strong(sentence));
        }
        for drive in &self.drives {
            page.blank();
            drive.put(&mut page, lang);
        }
        let table = self.table(lang);
        if !table.is_empty() {
            page.blank();
            page.table(table);
        }
        if !self.notes.is_empty() {
            page.blank();
        }
        for note in &self.notes {
            page.item("- ", "  ", note.as_str());
        }
        page
    }

    /// The years that are left, a row for each rate and limit.
    pub fn table(&self, lang: Lang) -> Table {
        let mut table = Table::new([
            Column::left(messages::head_drive(lang), "drive").rank(2),
            Column::left(messages::head_rate(lang), "rate"),
            Column::right(messages::head_per_day(lang), "bytes_per_day").rank(1),
            Column::left(messages::head_until(lang), "until"),
            Column::right(messages::head_years(lang), "years"),
            Column::hidden("least_years"),
            Column::hidden("most_years"),
        ]);
        for drive in &self.drives {
            for left in &drive.left {
                let Some(rate) = drive.rates.iter().find(|rate| rate.of == left.at) else {
                    continue;
                };
                table.row([
                    Cell::from(drive.name.as_str()),
                    Cell::from(drive.rate(left.at, lang)),
                    Cell::new(decimal(rate.bytes_per_day)).value(rate.bytes_per_day),
                    Cell::from(limit(left.until, lang)),
                    Cell::from(left.shown(lang)),
                    Cell::raw(left.least),
                    Cell::raw(left.most),
                ]);
            }
        }
        table
    }
}

fn limit(until: LifeLimit, lang: Lang) -> &'static str {
    match until {
        LifeLimit::Tbw => messages::until_tbw(lang),
        LifeLimit::Estimate => messages::until_estimate(lang),
        LifeLimit::Flash => messages::until_flash(lang),
    }
}

impl YearsLeft {
    fn shown(&self, lang: Lang) -> String {
        /// What is longer is not told apart.
        const MOST: f64 = 100.0;
        let years = |value: f64| Rounded { value, figures: 2 };
        match self.most {
            _ if self.least >= MOST => messages::MoreThan { years: &Count(100) }.text(lang),
            Some(most) if most < MOST && most > self.least => phrases::Range {
                low: &years(self.least),
                high: &years(most),
            }
            .text(lang),
            Some(most) if most <= self.least => years(self.least).to_string(),
            _ => messages::MoreThan {
                years: &years(self.least),
            }
            .text(lang),
        }
    }
}

impl DriveLife {
    fn put(&self, page: &mut Page, lang: Lang) {
        let capacity = self.capacity_bytes.map(|bytes| decimal(bytes as f64));
        let about = [self.model.clone(), Some(self.transport.clone()), capacity];
        let about = lang.list(&about.into_iter().flatten().collect::<Vec<_>>());
        page.line(Styled::new().strong(&self.name).dim(lang.aside(&about)));
        let unknown = || messages::unknown(lang).to_owned();
        let told = |told: Option<Told>, shown: &dyn Fn(u64) -> String| {
            told.map_or_else(unknown, |told| {
                let log = &told.log.name();
                format!("{}{}", shown(told.value), lang.aside(log))
            })
        };
        let bytes = |value: u64| decimal(value as f64);
        let amplification = self.write_amplification.map(|ratio| Quotient(ratio).to_string());
        let mut facts = vec![
            (messages::host_written(lang), told(self.host_written, &bytes)),
            (messages::media_written(lang), told(self.media_written, &bytes)),
            (
                messages::write_amplification(lang),
                amplification.unwrap_or_else(unknown),
            ),
            (
                messages::life_used(lang),
                told(self.used_percent, &|value| {
                    messages::Percent { value: &value }.text(lang)
                }),
            ),
            (
                messages::power_on(lang),
                told(self.power_on_hours, &|value| format!("{} h", Count(value))),
            ),
        ];
        if self.rated_media.is_some() {
            facts.push((messages::flash_rating(lang), told(self.rated_media, &bytes)));
        }
        if facts.iter().any(|(_, fact)| *fact != messages::unknown(lang)) {
            page.labelled(&facts);
        }
        for unknown in &self.unknown {
            let unknown = messages::UnknownLog {
                log: &unknown.log,
                why: &unknown.why,
            };
            page.item("- ", "  ", unknown.text(lang));
        }
    }

    /// What a rate is the mean of.
    fn rate(&self, of: RateOf, lang: Lang) -> String {
        let rate = self.rates.iter().find(|rate| rate.of == of);
        let days = &short(rate.and_then(|rate| rate.days).unwrap_or_default());
        let run = &rate.and_then(|rate| rate.run).unwrap_or_default();
        match of {
            RateOf::PowerOn => messages::RatePowerOn { days }.text(lang),
            RateOf::SinceRun => messages::RateSinceRun { run, days }.text(lang),
            RateOf::LastRun => messages::RateLastRun { run }.text(lang),
        }
    }
}
