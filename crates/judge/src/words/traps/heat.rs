use crate::case::trap::{Subject, Thing};
use crate::traps::heat::{Observed, Temperature};
use fiord_record::number::{plural, short};

use crate::words::observation::Words;

/// Bits of the critical warning, as NVM Express names them.
const WARNINGS: [&str; 5] = [
    "spare blocks low",
    "temperature",
    "unreliable",
    "read-only",
    "memory backup failed",
];

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        let name = match &subject.thing {
            Some(Thing::Device(name)) => name.as_str(),
            _ => "the disk",
        };
        let clauses = [
            self.temperature.as_ref().map(temperature),
            self.critical_warning
                .map(|bits| format!("it raised a critical warning ({})", named(bits))),
            self.slowed_s
                .map(|s| format!("it slowed down for its temperature, for {s} s")),
            self.critical_minutes.map(|minutes| {
                format!(
                    "it was above its critical temperature for {}",
                    plural(minutes, "minute")
                )
            }),
            self.warning_minutes.map(|minutes| {
                format!(
                    "it was above its warning temperature for {}",
                    plural(minutes, "minute")
                )
            }),
            self.media_errors
                .map(|errors| format!("it counted {}", plural(errors, "media error"))),
            self.spare_lost_percent
                .map(|percent| format!("it lost {percent} % of its spare blocks")),
            self.life_used_percent.map(|percent| {
                let now = self.life_used_in_all_percent.unwrap_or(percent);
                format!("it used up {percent} % of its rated life, now {now} %")
            }),
        ];
        let clauses: Vec<String> = clauses.into_iter().flatten().collect();
        format!("{name}: {}", clauses.join("; "))
    }
}

fn temperature(seen: &Temperature) -> String {
    let limit = seen.limit_celsius;
    let way = match (seen.before_celsius >= limit, seen.after_celsius >= limit) {
        (true, true) => "was already hot",
        (true, false) => "cooled down from its warning limit",
        _ => "got hot",
    };
    format!(
        "it {way}: {} °C at the start, {} °C at the end, and it warns at {} °C",
        short(seen.before_celsius),
        short(seen.after_celsius),
        short(limit)
    )
}

fn named(bits: u8) -> String {
    let names = WARNINGS.iter().enumerate();
    let named: Vec<&str> = names
        .filter(|(bit, _)| bits >> bit & 1 == 1)
        .map(|(_, name)| *name)
        .collect();
    named.join(", ")
}
