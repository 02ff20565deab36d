//! The screen of a state. Pure.

use fiord_host::disk_stats::Extended;
use fiord_messages::{Lang, waiting, watch, watch_screen as messages};
use fiord_record::number::{Nanos, Quotient, Share};
use fiord_report::documents::watch::{Watch, WatchedDevice};
use fiord_report::text::display_width;
use fiord_stats::{ClassCounts, Coarse, class_range, latency_rows};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect, Size};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Borders, Cell, Clear, Paragraph, Row, Sparkline, Table, TableState, Wrap};

use super::state::{DeviceOrder, Pane, ScreenState};
use crate::ui::sparkline;

/// Samples of a sparkline: two minutes at one per second.
const RECENT: usize = 120;
/// Colours of reads, writes and causes that colour-blind people can tell apart (Okabe and Ito), in the palette of 256.
const READ: Color = Color::Indexed(39);
const WRITE: Color = Color::Indexed(214);
const CAUSE: Color = Color::Indexed(220);

/// A column of the devices.
struct Measure {
    head: &'static str,
    width: u16,
    /// Columns with a higher number go first where room is lacking.
    rank: u8,
    value: fn(&Extended) -> f64,
}

const fn measure(head: &'static str, width: u16, rank: u8, value: fn(&Extended) -> f64) -> Measure {
    Measure {
        head,
        width,
        rank,
        value,
    }
}

/// Throughput in decimal megabytes.
const fn mb(kib: f64) -> f64 {
    kib * 1024.0 / 1e6
}

/// Reads, writes, discards, flushes: how many, how much, how long, how large.
const MEASURES: [Measure; 15] = [
    measure("r/s", 7, 0, |r| r.reads_per_s),
    measure("rMB/s", 6, 1, |r| mb(r.read_kb_per_s)),
    measure("r ms", 6, 1, |r| r.read_await_ms),
    measure("rkB", 6, 3, |r| r.read_size_kb),
    measure("w/s", 7, 0, |r| r.writes_per_s),
    measure("wMB/s", 6, 1, |r| mb(r.write_kb_per_s)),
    measure("w ms", 6, 1, |r| r.write_await_ms),
    measure("wkB", 6, 3, |r| r.write_size_kb),
    measure("d/s", 6, 4, |r| r.discards_per_s),
    measure("dMB/s", 6, 5, |r| mb(r.discard_kb_per_s)),
    measure("d ms", 6, 5, |r| r.discard_await_ms),
    measure("f/s", 6, 2, |r| r.flushes_per_s),
    measure("f ms", 6, 2, |r| r.flush_await_ms),
    measure("queue", 6, 0, |r| r.queue_size),
    measure("%util", 6, 1, |r| r.util_percent),
];

/// Where the panes are.
struct Areas {
    head: Rect,
    devices: Rect,
    causes: Rect,
    processes: Rect,
    foot: Rect,
}

fn areas(state: &ScreenState, size: Size) -> Areas {
    let rows = |count: usize| u16::try_from(count).unwrap_or(u16::MAX).saturating_add(2);
    // The head wraps on a narrow screen.
    let head = if size.width < 80 { 3 } else { 2 };
    let rest = size.height.saturating_sub(head + 1);
    let devices = rows(state.devices().len()).clamp(4, (rest * 45 / 100).max(4));
    let processes = rows(state.processes().len()).clamp(3, (rest * 30 / 100).max(3));
    let [head, devices, causes, processes, foot] = Layout::vertical([
        Constraint::Length(head),
        Constraint::Length(devices),
        Constraint::Min(3),
        Constraint::Length(processes),
        Constraint::Length(1),
    ])
    .areas(Rect::new(0, 0, size.width, size.height));
    Areas {
        head,
        devices,
        causes,
        processes,
        foot,
    }
}

/// How a state is drawn.
struct View<'a> {
    state: &'a ScreenState,
    lang: Lang,
    has_colour: bool,
}

/// Draws the whole screen.
pub(super) fn draw(frame: &mut Frame<'_>, state: &ScreenState, lang: Lang, has_colour: bool) {
    let view = View {
        state,
        lang,
        has_colour,
    };
    let areas = areas(state, frame.area().as_size());
    view.head(frame, areas.head);
    if state.is_zoomed {
        let body = Rect {
            height: areas.foot.y.saturating_sub(areas.devices.y),
            ..areas.devices
        };
        view.zoom(frame, body);
    } else {
        view.devices(frame, areas.devices);
        view.causes(frame, areas.causes);
        view.processes(frame, areas.processes);
    }
    view.foot(frame, areas.foot);
    if state.has_help {
        view.help(frame);
    }
}

/// Chooses the row at a place of the screen.
pub(super) fn click(state: &mut ScreenState, size: Size, column: u16, row: u16) {
    let areas = areas(state, size);
    let at = ratatui::layout::Position::new(column, row);
    for (pane, area) in [(Pane::Devices, areas.devices), (Pane::Processes, areas.processes)] {
        if area.contains(at) && !state.is_zoomed {
            // The title, and of the devices the heads of columns.
            let above = area.y + if pane == Pane::Devices { 2 } else { 1 };
            state.select(pane, usize::from(row.saturating_sub(above)));
        }
    }
}

impl View<'_> {
    fn colour(&self, colour: Color) -> Style {
        if self.has_colour {
            Style::new().fg(colour)
        } else {
            Style::new()
        }
    }

    fn pane<'a>(&self, title: &'a str, is_chosen: bool) -> Block<'a> {
        let style = Style::new().add_modifier(if is_chosen { Modifier::BOLD } else { Modifier::DIM });
        Block::new()
            .borders(Borders::TOP)
            .border_style(Style::new().add_modifier(Modifier::DIM))
            .title(Span::styled(format!(" {title} "), style))
    }

    /// Time, what is chosen, and pressure.
    fn head(&self, frame: &mut Frame<'_>, area: Rect) {
        let (state, lang) = (self.state, self.lang);
        let Some(sample) = state.shown() else { return };
        let mut parts = vec![if state.is_paused() {
            messages::Paused { time: &sample.time }.text(lang)
        } else {
            sample.time.clone()
        }];
        let order = match state.order {
            DeviceOrder::Tree => None,
            DeviceOrder::Throughput => Some(messages::by_throughput(lang)),
            DeviceOrder::Iops => Some(messages::by_iops(lang)),
            DeviceOrder::Latency => Some(messages::by_latency(lang)),
            DeviceOrder::Queue => Some(messages::by_queue(lang)),
        };
        parts.extend(order.map(str::to_owned));
        if state.is_typing || !state.filter.is_empty() {
            parts.push(messages::Filtered { text: &state.filter }.text(lang));
        }
        if let Some(path) = &state.recording {
            parts.push(messages::Recording { path }.text(lang));
        }
        let lines = vec![
            Line::from(lang.clauses(&parts)),
            Line::from(self.pressure(sample)),
        ];
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), area);
    }

    fn pressure(&self, sample: &Watch) -> String {
        let waited = &sample.waited;
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
        if known.is_empty() {
            return waiting::unseen_pressure(self.lang).to_owned();
        }
        watch::Waited {
            shares: &self.lang.list(&known),
        }
        .text(self.lang)
    }

    fn devices(&self, frame: &mut Frame<'_>, area: Rect) {
        let (state, rows) = (self.state, self.state.devices());
        let names: Vec<String> = rows.iter().map(|row| self.name(row)).collect();
        let longest = names.iter().map(|name| display_width(name)).max().unwrap_or(0);
        let name_width = u16::try_from(longest.clamp(6, 16)).unwrap_or(16);
        let mut room = area.width.saturating_sub(name_width);
        let mut shown: Vec<&Measure> = Vec::new();
        for rank in 0..=5 {
            for measure in MEASURES.iter().filter(|measure| measure.rank == rank) {
                if room > measure.width {
                    room -= measure.width + 1;
                    shown.push(measure);
                }
            }
        }
        let is_shown = |measure: &&Measure| shown.iter().any(|one| one.head == measure.head);
        let columns: Vec<&Measure> = MEASURES.iter().filter(is_shown).collect();
        let sparks = if room >= 16 { (room - 1).min(60) } else { 0 };
        let mut heads = vec![Cell::from(messages::head_device(self.lang))];
        heads.extend(
            columns
                .iter()
                .map(|column| Cell::from(Text::from(column.head).right_aligned())),
        );
        if sparks > 0 {
            heads.push(Cell::from(messages::head_recent(self.lang)));
        }
        let table_rows = rows.iter().zip(&names).map(|(row, name)| {
            let mut cells = vec![Cell::from(name.clone())];
            cells.extend(columns.iter().map(|column| self.cell(column, row)));
            if sparks > 0 {
                let device = &row.device;
                let history = state.history(RECENT, |sample| {
                    bytes_of(sample, device, |r| r.read_kb_per_s + r.write_kb_per_s)
                });
                cells.push(Cell::from(sparkline(&history, RECENT, sparks.into())));
            }
            Row::new(cells)
        });
        let mut widths = vec![Constraint::Length(name_width)];
        widths.extend(columns.iter().map(|column| Constraint::Length(column.width)));
        if sparks > 0 {
            widths.push(Constraint::Length(sparks));
        }
        let is_chosen = state.pane == Pane::Devices;
        let table = Table::new(table_rows, widths)
            .header(Row::new(heads).style(Style::new().add_modifier(Modifier::UNDERLINED)))
            .row_highlight_style(Style::new().add_modifier(Modifier::REVERSED))
            .block(self.pane(messages::title_devices(self.lang), is_chosen));
        let mut chosen = TableState::default().with_selected(is_chosen.then(|| state.selected()));
        frame.render_stateful_widget(table, area, &mut chosen);
    }

    /// The tree is indented; sorted rows are not.
    fn name(&self, row: &WatchedDevice) -> String {
        let depth = if self.state.order == DeviceOrder::Tree {
            row.depth
        } else {
            0
        };
        if depth == 0 {
            row.device.clone()
        } else {
            format!("{}└ {}", "  ".repeat(depth - 1), row.device)
        }
    }

    fn cell<'a>(&self, column: &Measure, row: &WatchedDevice) -> Cell<'a> {
        let value = (column.value)(&row.counts);
        let text = Text::from(number(value)).right_aligned();
        let style = match column.head.chars().next() {
            _ if value == 0.0 => Style::new().add_modifier(Modifier::DIM),
            Some('r') => self.colour(READ),
            Some('w') => self.colour(WRITE),
            // Of a device that serves requests in parallel it does not say how full it is.
            Some('%') if !row.util_meaningful => Style::new().add_modifier(Modifier::DIM),
            _ => Style::new(),
        };
        Cell::from(text).style(style)
    }

    /// Why tasks wait, and limits.
    fn causes(&self, frame: &mut Frame<'_>, area: Rect) {
        let lang = self.lang;
        let Some(sample) = self.state.shown() else { return };
        let mut lines: Vec<Line<'_>> = Vec::new();
        for cause in &sample.causes {
            let name = Span::styled(
                cause.cause.clone(),
                self.colour(CAUSE).add_modifier(Modifier::BOLD),
            );
            let tasks = waiting::TasksWait {
                tasks: &Quotient(cause.waiting_tasks),
            };
            let text = lang.sentences(&[cause.saw.clone(), tasks.text(lang)]);
            lines.push(Line::from(vec![name, Span::raw(lang.colon()), Span::raw(text)]));
            lines.push(Line::styled(
                format!("→ {}", cause.advice),
                Style::new().add_modifier(Modifier::DIM),
            ));
        }
        if sample.causes.is_empty() {
            lines.push(Line::from(messages::no_cause(lang)));
        }
        for limit in &sample.limits {
            let set = watch::Limit {
                group: &limit.group,
                device: &limit.device,
                value: &limit.value,
                unit: &limit.what,
            };
            let reached = limit.reached_percent.map(|percent| {
                watch::LimitReached {
                    share: &Share(percent / 100.0),
                }
                .text(lang)
            });
            let sentences: Vec<String> = [Some(set.text(lang)), reached].into_iter().flatten().collect();
            lines.push(Line::from(lang.sentences(&sentences)));
        }
        let block = self.pane(messages::title_causes(lang), false);
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }).block(block), area);
    }

    fn processes(&self, frame: &mut Frame<'_>, area: Rect) {
        let (state, lang) = (self.state, self.lang);
        let sparks = if area.width >= 100 {
            (area.width - 72).min(60)
        } else {
            0
        };
        let rows = state.processes().into_iter().map(|process| {
            let pid = process.pid;
            let rate = |value: f64| Text::from(number(value / 1e6)).right_aligned();
            let mut cells = vec![
                Cell::from(format!("{} ({pid})", process.name)),
                Cell::from(rate(process.read_bytes_per_s)).style(self.colour(READ)),
                Cell::from(rate(process.write_bytes_per_s)).style(self.colour(WRITE)),
                Cell::from(process.group.clone().unwrap_or_default()),
            ];
            if sparks > 0 {
                let history = state.history(RECENT, |sample| rate_of(sample, pid));
                cells.push(Cell::from(sparkline(&history, RECENT, sparks.into())));
            }
            Row::new(cells)
        });
        let mut widths = vec![
            Constraint::Max(24),
            Constraint::Length(6),
            Constraint::Length(6),
            Constraint::Min(4),
        ];
        if sparks > 0 {
            widths.push(Constraint::Length(sparks));
        }
        let is_chosen = state.pane == Pane::Processes;
        let title = match state.shown().is_some_and(|sample| sample.devices_named) {
            true => messages::title_processes_of_machine,
            false => messages::title_processes,
        };
        let table = Table::new(rows, widths)
            .row_highlight_style(Style::new().add_modifier(Modifier::REVERSED))
            .block(self.pane(title(lang), is_chosen));
        let mut chosen = TableState::default().with_selected(is_chosen.then(|| state.selected()));
        frame.render_stateful_widget(table, area, &mut chosen);
    }

    /// The last two minutes of the chosen device or process.
    fn zoom(&self, frame: &mut Frame<'_>, area: Rect) {
        let (state, lang) = (self.state, self.lang);
        let most = usize::from(area.width).min(RECENT * 2);
        let curve = |of: &dyn Fn(&Watch) -> f64| state.history(most, of);
        let (title, curves) = match state.pane {
            Pane::Devices => {
                let rows = state.devices();
                let Some(row) = rows.get(state.selected()) else {
                    return;
                };
                let device = &row.device;
                let of =
                    |value: fn(&Extended) -> f64| curve(&|sample: &Watch| bytes_of(sample, device, value));
                let curves = vec![
                    (messages::curve_read(lang), READ, of(|r| mb(r.read_kb_per_s))),
                    (messages::curve_write(lang), WRITE, of(|r| mb(r.write_kb_per_s))),
                    (
                        messages::curve_iops(lang),
                        READ,
                        of(|r| r.reads_per_s + r.writes_per_s),
                    ),
                    (messages::curve_read_ms(lang), READ, of(|r| r.read_await_ms)),
                    (messages::curve_write_ms(lang), WRITE, of(|r| r.write_await_ms)),
                    (messages::curve_queue(lang), CAUSE, of(|r| r.queue_size)),
                ];
                (format!("{}{}{}", device, lang.colon(), row.kind), curves)
            }
            Pane::Processes => {
                let rows = state.processes();
                let Some(row) = rows.get(state.selected()) else {
                    return;
                };
                let pid = row.pid;
                let of = |value: fn((f64, f64)) -> f64| {
                    curve(&|sample: &Watch| value(rates_of(sample, pid)) / 1e6)
                };
                let curves = vec![
                    (messages::curve_read(lang), READ, of(|rates| rates.0)),
                    (messages::curve_write(lang), WRITE, of(|rates| rates.1)),
                ];
                (format!("{} ({pid})", row.name), curves)
            }
        };
        let block = self.pane(&title, true);
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let lines = self.latencies(inner);
        let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let [inner, map] = Layout::vertical([Constraint::Min(0), Constraint::Length(height)]).areas(inner);
        frame.render_widget(Paragraph::new(lines), map);
        let parts = Layout::vertical(curves.iter().map(|_| Constraint::Fill(1))).split(inner);
        for ((title, colour, values), part) in curves.into_iter().zip(parts.iter()) {
            let last = values.last().copied().unwrap_or(0.0);
            let most = values.iter().copied().fold(0.0, f64::max);
            let title = messages::Curve {
                what: &title,
                now: &number(last),
                most: &number(most),
            };
            // Whole numbers only: a thousandth of the height is finer than any screen.
            let newest = values.iter().rev().take(part.width.into());
            let mut data: Vec<u64> = newest
                .map(|value| (value / most.max(1e-9) * 1e3) as u64)
                .collect();
            data.resize(part.width.into(), 0);
            data.reverse();
            let curve = Sparkline::default()
                .data(data)
                .max(1000)
                .style(self.colour(colour));
            frame.render_widget(curve.block(Block::new().title(title.text(lang))), *part);
        }
    }

    /// How long requests of the device in front took, in a third of the place: a column for each sample, slow ones on top. Or why that is
    /// not known.
    fn latencies(&self, area: Rect) -> Vec<Line<'_>> {
        const LABEL: usize = 10;
        let Some(device) = self.state.zoomed_device() else {
            return Vec::new();
        };
        let room = usize::from(area.width).saturating_sub(LABEL);
        let columns = self.state.history(room, |sample| {
            let row = sample.devices.iter().find(|row| row.device == device);
            let classes = row.into_iter().flat_map(|row| &row.request_latencies);
            let counts = classes.map(|(least_ns, ios)| (Coarse::class_of(*least_ns), f64::from(*ios)));
            counts.collect::<ClassCounts>()
        });
        let title = match (class_range(&columns), &self.state.not_traced) {
            (Some(_), _) => messages::request_latencies(self.lang).to_owned(),
            (None, Some(why)) => messages::NotTraced { why }.text(self.lang),
            (None, None) => return Vec::new(),
        };
        let rows = class_range(&columns).map_or_else(Vec::new, |classes| {
            latency_rows(&columns, classes, usize::from(area.height / 3).max(2))
        });
        let rows = rows.into_iter().map(|row| {
            let shades = row.shares.iter().map(|share| shade(*share)).collect::<String>();
            // As in the curves above, the newest is at the right.
            let shades = format!("{shades:>room$}");
            let label = format!("{:>9} ", Nanos(row.least_ns as f64).to_string());
            Line::from(vec![
                Span::styled(label, Style::new().add_modifier(Modifier::DIM)),
                Span::styled(shades, self.colour(CAUSE)),
            ])
        });
        std::iter::once(Line::from(title)).chain(rows).collect()
    }

    fn foot(&self, frame: &mut Frame<'_>, area: Rect) {
        let keys = if area.width < 60 {
            messages::keys_short(self.lang)
        } else {
            messages::keys(self.lang)
        };
        frame.render_widget(
            Paragraph::new(keys).style(Style::new().add_modifier(Modifier::DIM)),
            area,
        );
    }

    fn help(&self, frame: &mut Frame<'_>) {
        let lang = self.lang;
        let lines = [
            messages::help_move(lang),
            messages::help_pane(lang),
            messages::help_zoom(lang),
            messages::help_sort(lang),
            messages::help_filter(lang),
            messages::help_pause(lang),
            messages::help_scroll(lang),
            messages::help_record(lang),
            messages::help_quit(lang),
        ];
        let screen = frame.area();
        let (width, height) = (screen.width.min(64), screen.height.min(lines.len() as u16 + 2));
        let area = Rect::new(
            (screen.width - width) / 2,
            (screen.height - height) / 2,
            width,
            height,
        );
        frame.render_widget(Clear, area);
        let text = Text::from_iter(lines.map(Line::from));
        frame.render_widget(Paragraph::new(text).block(Block::bordered()), area);
    }
}

fn bytes_of(sample: &Watch, device: &str, value: fn(&Extended) -> f64) -> f64 {
    let row = sample.devices.iter().find(|row| row.device == device);
    row.map_or(0.0, |row| value(&row.counts))
}

fn rates_of(sample: &Watch, pid: u32) -> (f64, f64) {
    let process = sample.busiest.iter().find(|process| process.pid == pid);
    process.map_or((0.0, 0.0), |process| {
        (process.read_bytes_per_s, process.write_bytes_per_s)
    })
}

fn rate_of(sample: &Watch, pid: u32) -> f64 {
    let (read, written) = rates_of(sample, pid);
    read + written
}

/// A share of a column as a shade, which is also seen without colours.
fn shade(share: Option<f64>) -> char {
    match share {
        None => ' ',
        Some(share) if share < 0.05 => '·',
        Some(share) if share < 0.25 => '░',
        Some(share) if share < 0.5 => '▒',
        Some(share) if share < 0.75 => '▓',
        Some(_) => '█',
    }
}

/// Three figures or more, in at most seven characters below ten million.
fn number(value: f64) -> String {
    match value {
        0.0 => "0".to_owned(),
        value if value < 9.995 => format!("{value:.2}"),
        value if value < 99.95 => format!("{value:.1}"),
        value => format!("{value:.0}"),
    }
}
