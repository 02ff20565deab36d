//! The lines of a run that goes on, below how far it is: rates, the devices, what was measured so far.

use fiord_messages::{Lang, live as messages, run};
use fiord_record::number::{About, Bandwidth, Iops, Nanos, Share, short};
use fiord_report::documents::live::{LiveDevice, LiveSecond};
use fiord_report::text::{Style, Styled};

use crate::ui::sparkline;

/// Seconds of the sparkline.
pub(super) const RATES: usize = 120;
/// Columns of the sparkline.
const FEWEST_BARS: usize = 6;
const MOST_BARS: usize = 40;
/// Devices that have a line.
const DEVICES: usize = 3;

/// The lines for this number of columns. What does not fit is left out, the least important first.
pub(super) fn lines(
    second: &LiveSecond,
    rates: impl Iterator<Item = f64>,
    columns: usize,
    lang: Lang,
) -> Vec<Styled> {
    let rates: Vec<f64> = rates.collect();
    let mut lines = vec![rate_line(second, &rates, columns, lang)];
    let devices = second.devices.iter().take(DEVICES);
    lines.extend(devices.map(|device| Styled::new().dim(device_line(device, lang))));
    if let Some(measured) = &second.measured {
        let style = if measured.is_other {
            Style::Care
        } else {
            Style::Plain
        };
        let verdict = &measured.line;
        lines.push(Styled::new().styled(style, messages::SoFar { verdict }.text(lang)));
    }
    lines
}

fn rate_line(second: &LiveSecond, rates: &[f64], columns: usize, lang: Lang) -> Styled {
    let latency = |ns: u64| About(ns as f64 / 1e9);
    let p99 = second.latency.map(|known| {
        let latency = &latency(known.p99_ns);
        run::P99 { latency }.text(lang)
    });
    let p50 = second.latency.map(|known| {
        let latency = &latency(known.p50_ns);
        messages::P50 { latency }.text(lang)
    });
    // In the order of the line, with their ranks.
    let parts = [
        (0, Some(Iops(second.iops()).to_string())),
        (2, Some(Bandwidth(second.bytes_per_s()).to_string())),
        (3, p50),
        (1, p99),
        (
            4,
            second.cpu_busy_percent.map(|percent| {
                let share = &Share(percent / 100.0);
                messages::CpuBusy { share }.text(lang)
            }),
        ),
    ];
    let width = |text: &str| Styled::from(text).width() + 2;
    let (mut room, mut kept) = (columns.saturating_sub(FEWEST_BARS), [false; 5]);
    for rank in 0..5 {
        for (at, (of, text)) in parts.iter().enumerate() {
            let needed = text.as_deref().map_or(0, width);
            if *of == rank && needed > 0 && needed <= room {
                kept[at] = true;
                room -= needed;
            }
        }
    }
    let bars = (room + FEWEST_BARS).min(MOST_BARS);
    let mut line = Styled::new();
    for (at, ((_, text), _)) in parts.iter().zip(kept).enumerate().filter(|(_, (_, kept))| *kept) {
        let text = text.as_deref().unwrap_or_default();
        if at == 0 {
            let bars = sparkline(rates, rates.len().max(bars), bars);
            line = line.strong(text).plain("  ").styled(Style::Good, bars);
        } else {
            line = line.plain("  ").plain(text);
        }
    }
    line
}

fn device_line(device: &LiveDevice, lang: Lang) -> String {
    let row = &device.counts;
    let mut rates = vec![
        Iops(row.reads_per_s + row.writes_per_s).to_string(),
        Bandwidth((row.read_kb_per_s + row.write_kb_per_s) * 1024.0).to_string(),
        messages::Queue {
            depth: &short(row.queue_size),
        }
        .text(lang),
    ];
    if row.reads_per_s > 0.0 {
        let time = &Nanos(row.read_await_ms * 1e6);
        rates.push(messages::ReadsTake { time }.text(lang));
    }
    if row.writes_per_s > 0.0 {
        let time = &Nanos(row.write_await_ms * 1e6);
        rates.push(messages::WritesTake { time }.text(lang));
    }
    messages::Device {
        device: &device.device,
        rates: &lang.list(&rates),
    }
    .text(lang)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use fiord_host::disk_stats::Extended;
    use fiord_report::documents::live::{LiveLatency, LiveRate, LiveVerdict};

    use super::*;

    fn second() -> LiveSecond {
        LiveSecond {
            read: LiveRate {
                iops: 250_000.0,
                bytes_per_s: 1.024e9,
                ios: 500_000,
                bytes: 2_048_000_000,
            },
            latency: Some(LiveLatency {
                p50_ns: 3_100,
                p99_ns: 5_200,
            }),
            devices: vec![LiveDevice {
                device: "vda".to_owned(),
                counts: Extended {
                    reads_per_s: 12.0,
                    read_kb_per_s: 48.0,
                    read_await_ms: 0.4,
                    queue_size: 0.01,
                    ..Extended::default()
                },
            }],
            cpu_busy_percent: Some(51.0),
            measured: Some(LiveVerdict {
                is_other: true,
                rule: Some("cache-read".to_owned()),
                headline: "Measured: memory, not the disk.".to_owned(),
                line: "Measured: memory, not the disk. 100 % of the data came from the page cache."
                    .to_owned(),
            }),
            ..LiveSecond::default()
        }
    }

    fn shown(columns: usize, lang: Lang) -> String {
        let lines = lines(&second(), [2.5e5, 1e5, 2.5e5].into_iter(), columns, lang);
        let lines: Vec<String> = lines.iter().map(|line| line.cut(columns).bare()).collect();
        for line in &lines {
            assert!(Styled::from(line).width() <= columns, "{columns}: {line}");
        }
        lines.join("\n")
    }

    #[test]
    fn lines_fit_their_columns_and_keep_what_matters() {
        insta::assert_snapshot!("narrow", shown(40, Lang::En));
        insta::assert_snapshot!("usual", shown(80, Lang::En));
        insta::assert_snapshot!("wide", shown(200, Lang::En));
        insta::assert_snapshot!("chinese", shown(40, Lang::ZhCn));
    }

    #[test]
    fn what_is_not_known_is_left_out() {
        let lines = lines(&LiveSecond::default(), std::iter::empty(), 80, Lang::En);
        let [rates] = lines.as_slice() else {
            panic!("{lines:?}")
        };
        assert_eq!(
            rates.bare().split_whitespace().collect::<Vec<_>>(),
            ["0", "IOPS", "0", "MB/s"]
        );
    }
}
