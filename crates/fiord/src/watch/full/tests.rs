//! The screen as it is drawn, without a terminal.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fiord_host::disk_stats::Extended;
use fiord_messages::Lang;
use fiord_report::documents::watch::{BusyProcess, DeviceLimit, PressureShares, Watch, WatchedDevice};
use fiord_report::documents::why::{NamedProcess, WaitCause};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Size;
use serde_json::json;

use super::input::Press;
use super::state::{AfterPress, Pane, ScreenState};
use super::view;

fn device(name: &str, depth: usize, at: f64) -> WatchedDevice {
    WatchedDevice {
        device: name.to_owned(),
        kind: "SSD (NVMe)".to_owned(),
        depth,
        util_meaningful: false,
        counted: true,
        counts: Extended {
            reads_per_s: 1200.0 * at,
            read_kb_per_s: 4800.0 * at,
            read_await_ms: 0.125,
            read_size_kb: 4.0,
            writes_per_s: 35.0,
            write_kb_per_s: 2240.0,
            write_await_ms: 1.5,
            write_size_kb: 64.0,
            flushes_per_s: 7.0,
            flush_await_ms: 2.25,
            queue_size: 0.15 * at,
            util_percent: 15.0,
            ..Extended::default()
        },
        request_latencies: Vec::new(),
    }
}

fn sample(second: u32) -> Watch {
    let at = f64::from(second);
    Watch {
        time: format!("2026-11-27T20:00:{second:02}.000+00:00"),
        seconds: 1.0,
        devices: vec![
            device("dm-0", 0, at),
            device("nvme0n1", 1, at),
            device("nvme1n1", 1, at / 2.0),
            device("sda", 0, 0.0),
        ],
        idle: 3,
        devices_named: false,
        process: None,
        busiest: vec![
            BusyProcess {
                pid: 4711,
                name: "postgres".to_owned(),
                read_bytes_per_s: 4.9e6 * at,
                write_bytes_per_s: 2.3e6,
                group: Some("docker 0123456789ab".to_owned()),
            },
            BusyProcess {
                pid: 9,
                name: "rsync".to_owned(),
                read_bytes_per_s: 1e6,
                write_bytes_per_s: 0.0,
                group: None,
            },
        ],
        limits: vec![DeviceLimit {
            device: "dm-0".to_owned(),
            group: "/lab".to_owned(),
            what: "reads/s".to_owned(),
            value: 12_000,
            reached_percent: Some(98.0),
        }],
        waited: PressureShares {
            io_some_percent: Some(12.34),
            io_full_percent: Some(3.0),
            memory_some_percent: Some(0.0),
            cpu_some_percent: Some(40.0),
        },
        causes: vec![WaitCause {
            cause: "group-limit".to_owned(),
            device: Some("dm-0".to_owned()),
            waiting_tasks: 1.9,
            processes: vec![NamedProcess {
                name: "postgres".to_owned(),
                pid: 4711,
            }],
            saw: "The control group /lab has reached its limit on dm-0: it reads 11,900 IOPS, and the limit is 12,000 IOPS."
                .to_owned(),
            advice: "Set a higher limit, or move the process to another control group.".to_owned(),
            observed: json!({}),
        }],
    }
}

fn state() -> ScreenState {
    let mut state = ScreenState::new(None);
    (1..=10).for_each(|second| state.push(sample(second)));
    state
}

fn screen(state: &ScreenState, width: u16, height: u16, lang: Lang) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| view::draw(frame, state, lang, true))
        .unwrap();
    let screen = terminal.backend().to_string();
    let lines = screen.lines().map(|line| line.trim_matches('"').trim_end());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn screens_of_three_widths_show_what_has_room() {
    for (width, height) in [(40, 24), (80, 24), (200, 40)] {
        insta::assert_snapshot!(
            format!("{width}_columns"),
            screen(&state(), width, height, Lang::En)
        );
    }
    insta::assert_snapshot!("chinese", screen(&state(), 80, 24, Lang::ZhCn));
}

#[test]
fn a_device_a_process_and_the_help_have_screens_of_their_own() {
    let mut zoomed = state();
    zoomed.press(Press::Enter);
    insta::assert_snapshot!("zoomed", screen(&zoomed, 80, 24, Lang::En));
    zoomed.press(Press::Tab);
    assert!(screen(&zoomed, 80, 24, Lang::En).contains("postgres (4711)"));
    zoomed.press(Press::Char('?'));
    insta::assert_snapshot!("help", screen(&zoomed, 80, 24, Lang::En));
}

/// Latencies are shown of the seconds in which the device was traced; otherwise why they are not.
#[test]
fn a_zoomed_device_has_a_map_of_latencies() {
    let mut traced = ScreenState::new(None);
    for second in 1..=40 {
        let mut sample = sample(second);
        if second > 10 {
            let slow = if second > 30 { 900 } else { 0 };
            let counts = [(73_728, 900), (147_456, 90), (8_388_608, slow)];
            sample.devices[0].request_latencies = counts.into_iter().filter(|(_, ios)| *ios > 0).collect();
        }
        traced.push(sample);
    }
    traced.not_traced = Some("tracefs needs root".to_owned());
    assert_eq!(traced.zoomed_device(), None);
    traced.press(Press::Enter);
    assert_eq!(traced.zoomed_device().as_deref(), Some("dm-0"));
    insta::assert_snapshot!("latencies", screen(&traced, 60, 30, Lang::En));
    traced.press(Press::Down);
    let shown = screen(&traced, 80, 30, Lang::En);
    assert!(
        shown.contains("Latency of requests: not measured (tracefs needs root)"),
        "{shown}"
    );
    traced.press(Press::Tab);
    assert_eq!(traced.zoomed_device(), None);
}

#[test]
fn no_screen_is_too_small_and_none_needs_a_sample() {
    for (width, height) in [(1, 1), (5, 3), (40, 5), (20, 60), (300, 100)] {
        for mut state in [state(), ScreenState::new(None)] {
            let _ = screen(&state, width, height, Lang::En);
            state.press(Press::Enter);
            state.press(Press::Char('?'));
            let _ = screen(&state, width, height, Lang::En);
        }
    }
}

#[test]
fn keys_sort_filter_pause_and_scroll() {
    let mut state = state();
    let names = |state: &ScreenState| {
        state
            .devices()
            .iter()
            .map(|row| row.device.clone())
            .collect::<Vec<_>>()
    };
    state.press(Press::Char('s'));
    assert_eq!(names(&state), ["dm-0", "nvme0n1", "nvme1n1", "sda"]);
    for key in ['/', 'n', 'V', 'm', 'e', '1', 'q'] {
        assert_eq!(state.press(Press::Char(key)), AfterPress::Go);
    }
    state.press(Press::Backspace);
    state.press(Press::Enter);
    assert_eq!(names(&state), ["nvme1n1"]);
    state.press(Press::Escape);
    assert_eq!(names(&state).len(), 4);
    state.press(Press::Char(' '));
    state.push(sample(11));
    assert!(state.is_paused() && state.shown().unwrap().time.contains(":10."));
    state.press(Press::Left);
    assert!(state.shown().unwrap().time.contains(":09."));
    state.press(Press::Home);
    state.press(Press::Left);
    assert!(state.shown().unwrap().time.contains(":01."));
    state.press(Press::End);
    assert!(!state.is_paused() && state.shown().unwrap().time.contains(":11."));
    assert_eq!(state.press(Press::Char('r')), AfterPress::Record);
    assert_eq!(state.press(Press::Interrupt), AfterPress::Quit);
}

#[test]
fn a_click_chooses_the_row_under_the_mouse() {
    let mut state = state();
    let size = Size::new(80, 24);
    let lines: Vec<String> = screen(&state, 80, 24, Lang::En)
        .lines()
        .map(str::to_owned)
        .collect();
    let row_of = |text: &str| lines.iter().position(|line| line.contains(text)).unwrap() as u16;
    view::click(&mut state, size, 3, row_of("nvme1n1"));
    assert_eq!((state.pane, state.selected()), (Pane::Devices, 2));
    view::click(&mut state, size, 3, row_of("rsync"));
    assert_eq!((state.pane, state.selected()), (Pane::Processes, 1));
    view::click(&mut state, size, 3, 0);
    assert_eq!(state.pane, Pane::Processes);
}
