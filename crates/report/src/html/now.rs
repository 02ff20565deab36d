//! What happens now: the runs of this user and the devices, with the panes of `fiord watch`. A page that follows a stream of markup.

use fiord_judge::waiting::LEAST_TASKS;
use fiord_messages::{Lang, live, page_parts, serve as messages, waiting, watch, watch_screen};
use fiord_record::number::{About, Bandwidth, Iops, Nanos, Quotient, Rate, Share, short};
use maud::{Markup, PreEscaped, html};

use super::frame::{Framed, finished, framed, rows_under, table};
use crate::documents::live::{LiveDevice, LiveSecond};
use crate::documents::watch::{PressureShares, Watch, WatchedDevice};

/// The script of the page: it shows what the server sends, unless the reader selects text just then.
const FOLLOW: &str = r"(() => {
  'use strict';
  const now = document.getElementById('now');
  const source = new EventSource('/now/events');
  source.onmessage = (event) => {
    if (document.getSelection().isCollapsed) now.innerHTML = JSON.parse(event.data).page;
    document.getElementById('answer').textContent = '';
  };
  source.onerror = () => { document.getElementById('answer').textContent = now.dataset.noAnswer; };
})();
";

/// The page with its first panes.
pub fn now(panes: &str, lang: Lang) -> Framed {
    let body = html! {
        header { h1 { (messages::title_now(lang)) } }
        main {
            p.answer id="answer" aria-live="polite" {}
            div id="now" data-no-answer=(messages::no_answer(lang)) { (PreEscaped(panes)) }
            p { a href="/" { (messages::all_runs(lang)) } }
        }
    };
    framed(
        messages::title_now(lang),
        &body,
        FOLLOW,
        "form-action 'none'; connect-src 'self'",
        lang,
    )
}

/// The panes as markup: the runs, why tasks wait, the devices with their last samples, the processes.
pub fn panes(runs: &[LiveSecond], samples: &[Watch], lang: Lang) -> String {
    let sample = samples.last();
    let shown = html! {
        section {
            h2 { (messages::heading_running(lang)) }
            @if runs.is_empty() { p { (messages::no_run_now(lang)) } }
            @for run in runs { (of_run(run, lang)) }
        }
        @if let Some(sample) = sample {
            section {
                h2 { (watch_screen::title_causes(lang)) }
                (causes(sample, lang))
                @if let Some(pressure) = pressure(&sample.waited, lang) { p { (pressure) } }
            }
            section {
                h2 { (watch_screen::title_devices(lang)) }
                (devices(sample, samples, lang))
            }
            section {
                h2 { (watch_screen::title_processes(lang)) }
                (processes(sample, lang))
            }
        }
    };
    finished(&shown.0, lang)
}

fn of_run(run: &LiveSecond, lang: Lang) -> Markup {
    let latency = |ns: u64| About(ns as f64 / 1e9).to_string();
    let share = run.share.map(|share| Share(share).to_string());
    let left = run
        .left_s
        .map(|seconds| About(seconds.round().max(1.0)).to_string());
    let left_name = messages::label_time_left(lang).trim_end_matches([':', '：']);
    let figures: Vec<(&str, String)> = [
        ("IOPS", Some(Rate(run.iops()).to_string())),
        (
            page_parts::bandwidth(lang),
            Some(Bandwidth(run.bytes_per_s()).to_string()),
        ),
        ("p50", run.latency.map(|known| latency(known.p50_ns))),
        ("p99", run.latency.map(|known| latency(known.p99_ns))),
        (left_name, left),
        (messages::label_done(lang), share),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name, value?)))
    .collect();
    html! {
        h3 { (lang.list(&run.jobs)) " (" (run.pid) ")" @if let Some(part) = &run.part { (lang.colon()) (part) } }
        @if let Some(measured) = &run.measured { p.answer { (live::SoFar { verdict: &measured.line }.text(lang)) } }
        dl.figures {
            @for (name, value) in figures { div { dt { (name) } dd { (value) } } }
        }
        @for device in &run.devices {
            p.dim { (live::Device { device: &device.device, rates: &of_device(device, lang) }.text(lang)) }
        }
    }
}

fn of_device(device: &LiveDevice, lang: Lang) -> String {
    let row = &device.counts;
    lang.list(&[
        Iops(row.reads_per_s + row.writes_per_s).to_string(),
        Bandwidth((row.read_kb_per_s + row.write_kb_per_s) * 1024.0).to_string(),
        live::Queue {
            depth: &short(row.queue_size),
        }
        .text(lang),
        live::ReadsTake {
            time: &Nanos(row.read_await_ms * 1e6),
        }
        .text(lang),
        live::WritesTake {
            time: &Nanos(row.write_await_ms * 1e6),
        }
        .text(lang),
    ])
}

fn causes(sample: &Watch, lang: Lang) -> Markup {
    html! {
        @if sample.causes.is_empty() { p { (watch_screen::no_cause(lang)) } }
        @for cause in sample.causes.iter().filter(|cause| cause.waiting_tasks >= LEAST_TASKS) {
            p {
                strong { (cause.cause) } (lang.colon()) (cause.saw) " "
                (waiting::TasksWait { tasks: &Quotient(cause.waiting_tasks) }.text(lang))
                br; "→ " (cause.advice)
            }
        }
        @for limit in &sample.limits {
            p { (watch::Limit { group: &limit.group, device: &limit.device, value: &limit.value, unit: &limit.what }.text(lang)) }
        }
    }
}

fn pressure(waited: &PressureShares, lang: Lang) -> Option<String> {
    let shares = [
        ("io some", waited.io_some_percent),
        ("io full", waited.io_full_percent),
        ("memory some", waited.memory_some_percent),
        ("cpu some", waited.cpu_some_percent),
    ];
    let known = shares
        .iter()
        .filter_map(|(name, share)| Some(format!("{name} {}", Share((*share)? / 100.0))));
    let known: Vec<String> = known.collect();
    let shares = &lang.list(&known);
    (!known.is_empty()).then(|| watch::Waited { shares }.text(lang))
}

fn devices(sample: &Watch, samples: &[Watch], lang: Lang) -> Markup {
    let heads = [
        "r/s",
        "rMB/s",
        "r_await ms",
        "w/s",
        "wMB/s",
        "w_await ms",
        "f/s",
        "d/s",
        "aqu-sz",
        "%util",
    ];
    let values = |row: &WatchedDevice| {
        let counts = &row.counts;
        [
            counts.reads_per_s,
            counts.read_kb_per_s * 1.024e-3,
            counts.read_await_ms,
            counts.writes_per_s,
            counts.write_kb_per_s * 1.024e-3,
            counts.write_await_ms,
            counts.flushes_per_s,
            counts.discards_per_s,
            counts.queue_size,
            counts.util_percent,
        ]
    };
    let heads = [
        &[messages::column_device(lang)],
        &heads[..],
        &[messages::column_recent(lang)],
    ]
    .concat();
    let rows = html! {
        @for row in &sample.devices {
            tr {
                th scope="row" { ("\u{a0}".repeat(2 * row.depth)) (row.device) }
                @for value in values(row) { td.n { (number(value)) } }
                td { (curve(samples, &row.device)) }
            }
        }
    };
    let is_number = |at: usize| (1..heads.len() - 1).contains(&at).then_some("n");
    rows_under(&heads, is_number, &rows, false)
}

/// The throughput of a device over its last samples.
fn curve(samples: &[Watch], device: &str) -> Markup {
    const COLUMNS: usize = 120;
    const HEIGHT: f64 = 24.0;
    let of = |sample: &Watch| {
        let row = sample.devices.iter().find(|row| row.device == device);
        row.map_or(0.0, |row| row.counts.read_kb_per_s + row.counts.write_kb_per_s)
    };
    let values: Vec<f64> = samples.iter().map(of).collect();
    let most = values.iter().copied().fold(1e-9, f64::max);
    let first = COLUMNS.saturating_sub(values.len());
    let points = values
        .iter()
        .enumerate()
        .map(|(at, value)| format!("{},{:.1}", first + at, HEIGHT - value / most * (HEIGHT - 1.0)));
    let points: Vec<String> = points.collect();
    let title = format!("0–{} MB/s", number(most * 1.024e-3));
    html! {
        svg viewBox={ "0 0 " (COLUMNS) " " (HEIGHT) } width=(COLUMNS) height=(HEIGHT) role="img" {
            title { (title) }
            polyline points=(points.join(" ")) fill="none" stroke="currentColor" stroke-width="1.5" {}
        }
    }
}

fn processes(sample: &Watch, lang: Lang) -> Markup {
    let heads = [
        messages::column_process(lang),
        messages::column_read(lang),
        messages::column_written(lang),
        messages::column_group(lang),
    ];
    let rows = sample.busiest.iter().map(|process| {
        vec![
            format!("{} ({})", process.name, process.pid),
            number(process.read_bytes_per_s / 1e6),
            number(process.write_bytes_per_s / 1e6),
            process.group.clone().unwrap_or_default(),
        ]
    });
    table(&heads, &[1, 2], &rows.collect::<Vec<_>>())
}

/// Three figures.
fn number(value: f64) -> String {
    match value {
        0.0 => "0".to_owned(),
        value if value < 9.995 => format!("{value:.2}"),
        value if value < 99.95 => format!("{value:.1}"),
        value => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::live::LiveRate;
    use crate::documents::watch::BusyProcess;

    #[test]
    fn names_of_processes_and_jobs_are_no_markup() {
        let hostile = "<script>alert(1)</script>".to_owned();
        let run = LiveSecond {
            jobs: vec![hostile.clone()],
            part: Some(hostile.clone()),
            share: Some(0.45),
            read: LiveRate {
                bytes_per_s: 51.2e6,
                ..LiveRate::default()
            },
            ..LiveSecond::default()
        };
        let sample = Watch {
            time: String::new(),
            seconds: 1.0,
            devices: Vec::new(),
            idle: 0,
            devices_named: false,
            process: None,
            busiest: vec![BusyProcess {
                pid: 7,
                name: hostile.clone(),
                read_bytes_per_s: 2.5e6,
                write_bytes_per_s: 0.0,
                group: Some(hostile),
            }],
            limits: Vec::new(),
            waited: PressureShares::default(),
            causes: Vec::new(),
        };
        let shown = panes(&[run], &[sample], Lang::En);
        assert!(!shown.contains("<script"), "{shown}");
        for figure in [
            "<dt>throughput</dt><dd>51.2\u{a0}MB/s</dd>",
            "<dt>done</dt><dd>45\u{a0}%</dd>",
        ] {
            assert!(shown.contains(figure), "{figure}: {shown}");
        }
        assert!(shown.contains("2.50") && shown.contains("&lt;script"), "{shown}");
    }
}
