//! `fiord watch` as a full screen: the state, what keys do to it, how it is drawn, and the terminal.
//!
//! Drawing is a pure function of the state: tests draw without a terminal.

mod input;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod view;

use std::io;
use std::time::Instant;

use fiord_messages::Lang;
use fiord_session::Signals;

use crate::ui::Screen;
use input::Press;
use state::{AfterPress, ScreenState};
use terminal::{FullScreen, PATIENCE};

/// The terminal and what it shows.
pub(crate) struct Full {
    screen: FullScreen,
    pub(crate) state: ScreenState,
}

/// Why waiting ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Waited {
    /// The time is over.
    Time,
    /// The user, a signal, or a terminal that is gone.
    End,
    /// The user asked to begin or end a recording.
    Record,
}

impl Full {
    /// Takes the terminal.
    ///
    /// # Errors
    /// The terminal's.
    pub(crate) fn enter(recording: Option<String>) -> io::Result<Self> {
        Ok(Self {
            screen: FullScreen::enter(Screen::stdout().colour)?,
            state: ScreenState::new(recording),
        })
    }

    /// Draws the state.
    ///
    /// # Errors
    /// The terminal's.
    pub(crate) fn draw(&mut self) -> io::Result<()> {
        self.screen.draw(&self.state, Lang::current())
    }

    /// Does what keys ask for, until then.
    ///
    /// # Errors
    /// The terminal's.
    pub(crate) fn wait(&mut self, until: Instant, signals: &Signals) -> io::Result<Waited> {
        loop {
            if signals.received().is_some() {
                return Ok(Waited::End);
            }
            let now = Instant::now();
            if now >= until {
                return Ok(Waited::Time);
            }
            let Some(presses) = self.screen.presses(until.min(now + PATIENCE)) else {
                return Ok(Waited::End);
            };
            let is_pressed = !presses.is_empty();
            for press in presses {
                if let Press::Click { column, row } = press {
                    self.screen.click(&mut self.state, column, row);
                }
                match self.state.press(press) {
                    AfterPress::Go => {}
                    AfterPress::Quit => return Ok(Waited::End),
                    AfterPress::Record => return Ok(Waited::Record),
                }
            }
            if is_pressed || self.screen.is_resized() {
                self.draw()?;
            }
        }
    }
}
