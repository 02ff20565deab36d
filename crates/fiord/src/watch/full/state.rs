//! What the screen shows: the samples of the last minutes, and which part of them was chosen.

use std::collections::VecDeque;

use fiord_report::documents::watch::{BusyProcess, Watch, WatchedDevice};

use super::input::Press;

/// Samples that are kept: an hour at one per second.
const KEPT: usize = 3600;

/// Which list the keys work on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pane {
    Devices,
    Processes,
}

/// By what the devices are sorted; as a tree they are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DeviceOrder {
    Tree,
    Throughput,
    Iops,
    Latency,
    Queue,
}

impl DeviceOrder {
    const ALL: [DeviceOrder; 5] = [
        DeviceOrder::Tree,
        DeviceOrder::Throughput,
        DeviceOrder::Iops,
        DeviceOrder::Latency,
        DeviceOrder::Queue,
    ];

    fn next(self) -> DeviceOrder {
        let at = DeviceOrder::ALL
            .iter()
            .position(|order| *order == self)
            .unwrap_or(0);
        DeviceOrder::ALL[(at + 1) % DeviceOrder::ALL.len()]
    }

    fn value(self, row: &WatchedDevice) -> f64 {
        let counts = &row.counts;
        match self {
            DeviceOrder::Tree => 0.0,
            DeviceOrder::Throughput => counts.read_kb_per_s + counts.write_kb_per_s,
            DeviceOrder::Iops => counts.reads_per_s + counts.writes_per_s,
            DeviceOrder::Latency => counts.read_await_ms.max(counts.write_await_ms),
            DeviceOrder::Queue => counts.queue_size,
        }
    }
}

/// What a press asks of the loop around the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AfterPress {
    Go,
    Quit,
    /// Begin or end a recording.
    Record,
}

/// See the module.
#[derive(Debug, Clone)]
pub(crate) struct ScreenState {
    samples: VecDeque<Watch>,
    /// The sample that is shown; none: the newest.
    at: Option<usize>,
    pub(super) pane: Pane,
    selected: usize,
    pub(super) order: DeviceOrder,
    pub(super) filter: String,
    pub(super) is_typing: bool,
    pub(super) is_zoomed: bool,
    pub(super) has_help: bool,
    /// The file of a recording that goes on.
    pub(crate) recording: Option<String>,
    /// Why requests of the device in front are not traced.
    pub(crate) not_traced: Option<String>,
}

impl ScreenState {
    pub(crate) fn new(recording: Option<String>) -> Self {
        Self {
            samples: VecDeque::new(),
            at: None,
            pane: Pane::Devices,
            selected: 0,
            order: DeviceOrder::Tree,
            filter: String::new(),
            is_typing: false,
            is_zoomed: false,
            has_help: false,
            recording,
            not_traced: None,
        }
    }

    /// The device in front, if one is.
    pub(crate) fn zoomed_device(&self) -> Option<String> {
        let is_of_device = self.is_zoomed && self.pane == Pane::Devices;
        let devices = self.devices();
        let row = devices.get(self.selected()).filter(|_| is_of_device);
        row.map(|row| row.device.clone())
    }

    /// Adds a sample; what is shown stays while it is paused.
    pub(crate) fn push(&mut self, sample: Watch) {
        self.samples.push_back(sample);
        if self.samples.len() > KEPT {
            self.samples.pop_front();
            self.at = self.at.map(|at| at.saturating_sub(1));
        }
    }

    pub(super) fn is_paused(&self) -> bool {
        self.at.is_some()
    }

    /// The sample that is shown.
    pub(super) fn shown(&self) -> Option<&Watch> {
        self.samples.get(self.place())
    }

    fn place(&self) -> usize {
        let last = self.samples.len().saturating_sub(1);
        self.at.unwrap_or(last).min(last)
    }

    /// Something of each of the last samples up to the one that is shown, at most `most`.
    pub(super) fn history<T>(&self, most: usize, of: impl Fn(&Watch) -> T) -> Vec<T> {
        let end = (self.place() + 1).min(self.samples.len());
        self.samples
            .range(end.saturating_sub(most)..end)
            .map(of)
            .collect()
    }

    fn is_wanted(&self, name: &str) -> bool {
        self.filter.is_empty() || name.to_lowercase().contains(&self.filter.to_lowercase())
    }

    /// The devices that are listed.
    pub(super) fn devices(&self) -> Vec<&WatchedDevice> {
        let rows = self.shown().into_iter().flat_map(|sample| &sample.devices);
        let mut rows: Vec<&WatchedDevice> = rows.filter(|row| self.is_wanted(&row.device)).collect();
        if self.order != DeviceOrder::Tree {
            rows.sort_by(|a, b| self.order.value(b).total_cmp(&self.order.value(a)));
        }
        rows
    }

    /// The processes that are listed.
    pub(super) fn processes(&self) -> Vec<&BusyProcess> {
        let rows = self.shown().into_iter().flat_map(|sample| &sample.busiest);
        let is_wanted = |row: &&BusyProcess| {
            self.is_wanted(&row.name) || row.group.as_deref().is_some_and(|group| self.is_wanted(group))
        };
        rows.filter(is_wanted).collect()
    }

    fn count(&self) -> usize {
        match self.pane {
            Pane::Devices => self.devices().len(),
            Pane::Processes => self.processes().len(),
        }
    }

    /// The row that is chosen in the pane.
    pub(super) fn selected(&self) -> usize {
        self.selected.min(self.count().saturating_sub(1))
    }

    pub(super) fn select(&mut self, pane: Pane, row: usize) {
        self.pane = pane;
        self.selected = row;
        self.selected = self.selected();
    }

    /// Moves from the sample that is shown, by this number of samples.
    fn scroll(&mut self, by: isize) {
        let at = self.place().saturating_add_signed(by);
        self.at = Some(at.min(self.samples.len().saturating_sub(1)));
    }

    /// Does what a key asks for.
    pub(crate) fn press(&mut self, press: Press) -> AfterPress {
        if self.is_typing {
            self.type_filter(press);
            return AfterPress::Go;
        }
        match press {
            Press::Char('q') | Press::Interrupt => return AfterPress::Quit,
            Press::Char('r') => return AfterPress::Record,
            Press::Escape => self.close(),
            Press::Char('?' | 'h') => self.has_help = !self.has_help,
            Press::Enter => self.is_zoomed = !self.is_zoomed,
            Press::Char('s') => self.order = self.order.next(),
            Press::Char('/') => self.is_typing = true,
            Press::Char(' ') => {
                self.at = if self.is_paused() {
                    None
                } else {
                    Some(self.place())
                }
            }
            Press::Left => self.scroll(-1),
            Press::Right => self.scroll(1),
            Press::PageUp => self.scroll(-60),
            Press::PageDown => self.scroll(60),
            Press::Home => self.at = Some(0),
            Press::End => self.at = None,
            Press::Up | Press::Char('k') => self.select(self.pane, self.selected().saturating_sub(1)),
            Press::Down | Press::Char('j') => self.select(self.pane, self.selected() + 1),
            Press::Tab => {
                let other = match self.pane {
                    Pane::Devices => Pane::Processes,
                    Pane::Processes => Pane::Devices,
                };
                self.select(other, 0);
            }
            Press::Char(_) | Press::Backspace | Press::Click { .. } => {}
        }
        AfterPress::Go
    }

    /// Closes what is in front, else removes the filter.
    fn close(&mut self) {
        if self.has_help {
            self.has_help = false;
        } else if self.is_zoomed {
            self.is_zoomed = false;
        } else {
            self.filter.clear();
        }
    }

    fn type_filter(&mut self, press: Press) {
        match press {
            Press::Char(letter) => self.filter.push(letter),
            Press::Backspace => {
                self.filter.pop();
            }
            Press::Escape | Press::Interrupt => {
                self.filter.clear();
                self.is_typing = false;
            }
            Press::Enter => self.is_typing = false,
            _ => {}
        }
    }
}
