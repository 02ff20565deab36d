use crate::case::trap::Subject;
use crate::traps::throttle::{Observed, Resource};
use fiord_host::cgroup::Limited;
use fiord_record::number::{Bytes, Count, Micros, Nanos, Rate, short};

use crate::words::observation::Words;
use crate::words::phrases::device;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        match self {
            Observed::Limit {
                kind,
                group,
                device,
                stopped_us,
                ..
            } => limit(*kind, group, device.as_deref(), *stopped_us),
            Observed::NoLimit => "no limit on I/O or processor time".to_owned(),
            Observed::Unknown => "control groups are not readable".to_owned(),
            Observed::Planned {
                ddir,
                what,
                limit,
                group,
                total_bytes,
                least_seconds,
            } => {
                let allowed = if is_bytes(*what) {
                    format!("{}/s", Bytes(*limit))
                } else {
                    format!("{} I/Os per second", Count(*limit))
                };
                let lasts = total_bytes
                    .zip(*least_seconds)
                    .map_or_else(String::new, |(total, seconds)| {
                        let takes = Micros((seconds * 1e6) as u64);
                        format!("; {} take {takes} at least", Bytes(total))
                    });
                format!(
                    "the control group {group} allows {allowed} of {}s on {}{lasts}",
                    ddir.name(),
                    device(subject)
                )
            }
            Observed::Met {
                what,
                limit,
                rate,
                group,
                latency_ms,
                device_latency_ms,
            } => {
                let on = device(subject);
                let took = latency_ms
                    .zip(*device_latency_ms)
                    .map_or_else(String::new, |(took, own)| {
                        format!(
                            "; an I/O took {} ms, of which {on} needed {}",
                            short(took),
                            short(own)
                        )
                    });
                let (reached, allowed) = (amount(*what, rate.round() as u64), amount(*what, *limit));
                format!(
                    "{reached} {}, and the control group {group} allows {allowed} on {on}{took}",
                    unit(*what)
                )
            }
            Observed::Stopped {
                stopped_s, seconds, ..
            } => format!(
                "the control group's processor limit stopped this process for {} s of {} s",
                short(*stopped_s),
                short(*seconds)
            ),
            Observed::Flat { .. } => flat(self),
        }
    }

    fn why(&self) -> Option<String> {
        let Observed::Limit { kind, hidden, .. } = self else {
            return None;
        };
        let why = match kind {
            Resource::Processor { .. } => {
                "a worker that is stopped submits nothing: latency jumps by the period of the limit"
            }
            Resource::Latency { .. } | Resource::Weight { .. } => {
                "when groups compete for a disk, this decides who waits; alone it changes nothing"
            }
            _ if *hidden => {
                "the limit is measured, not the device, if this is the disk below: from here that cannot be seen"
            }
            _ => return None,
        };
        Some(why.to_owned())
    }
}

fn is_bytes(what: Limited) -> bool {
    matches!(what, Limited::ReadBps | Limited::WriteBps)
}

fn amount(what: Limited, per_s: u64) -> String {
    if is_bytes(what) {
        format!("{}/s", Bytes(per_s))
    } else {
        Count(per_s).to_string()
    }
}

fn unit(what: Limited) -> &'static str {
    match what {
        Limited::ReadIops => "reads per second",
        Limited::WriteIops => "writes per second",
        Limited::ReadBps => "of reads",
        Limited::WriteBps => "of writes",
        _ => "per second",
    }
}

fn limit(kind: Resource, group: &str, device: Option<&str>, stopped_us: Option<u64>) -> String {
    let what = match kind {
        Resource::ReadBps { read_bytes_per_s } => format!("reads limited to {}/s", Bytes(read_bytes_per_s)),
        Resource::WriteBps { write_bytes_per_s } => {
            format!("writes limited to {}/s", Bytes(write_bytes_per_s))
        }
        Resource::ReadIops { read_iops } => format!("reads limited to {} IOPS", Count(read_iops)),
        Resource::WriteIops { write_iops } => format!("writes limited to {} IOPS", Count(write_iops)),
        Resource::Latency { io_latency_us } => format!("others are slowed to keep {}", Micros(io_latency_us)),
        Resource::Weight { io_weight } => format!("weight {io_weight} among its siblings"),
        Resource::Processor { cpu_milli } => {
            let stopped = stopped_us.map_or_else(String::new, |us| {
                format!("; so far it was stopped for {}", Micros(us))
            });
            let processors = match cpu_milli {
                1000 => "1 processor".to_owned(),
                milli => format!("{} processors", short(milli as f64 / 1000.0)),
            };
            return format!("processor time limited to {processors} by {group}{stopped}");
        }
    };
    let device = device.map_or_else(String::new, |device| format!("{device}: "));
    format!("{device}{what} by {group}")
}

fn flat(observed: &Observed) -> String {
    let Observed::Flat {
        rate,
        bytes_per_s,
        latency_ms,
        least_latency_ms,
        devices,
        device_latency_ms,
    } = observed
    else {
        return String::new();
    };
    let own = device_latency_ms.map_or_else(String::new, |ms| {
        let needed = if ms > 0.0 {
            Nanos(ms * 1e6).to_string()
        } else {
            "less than the kernel's ticks show".to_owned()
        };
        format!(", and {} itself needed {needed}", devices.join(", "))
    });
    format!(
        "flat at {} I/Os per second ({}/s), a round number, with {} mean latency while single I/Os took {}{own}",
        Rate(*rate),
        Bytes(*bytes_per_s as u64),
        Nanos(*latency_ms * 1e6),
        Nanos(*least_latency_ms * 1e6)
    )
}
