//! Keys and mouse, read from the bytes of a terminal.

use ratatui::termion::event::{self, Event, Key, MouseButton, MouseEvent};

/// What was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Press {
    Char(char),
    Enter,
    Escape,
    Backspace,
    Tab,
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    Home,
    End,
    /// Ctrl-C.
    Interrupt,
    /// The left button, with column and row from 0.
    Click {
        column: u16,
        row: u16,
    },
}

/// The presses in what a terminal sent at one time. A lone escape byte is the key.
pub(super) fn presses(bytes: &[u8]) -> Vec<Press> {
    let mut out = Vec::new();
    let mut rest = bytes.iter().map(|byte| Ok(*byte));
    while let Some(Ok(first)) = rest.next() {
        if first == b'\x1b' && rest.len() == 0 {
            out.push(Press::Escape);
            break;
        }
        match event::parse_event(first, &mut rest) {
            Ok(event) => out.extend(press(&event)),
            Err(_) => break,
        }
    }
    out
}

fn press(event: &Event) -> Option<Press> {
    Some(match event {
        Event::Key(Key::Char('\n' | '\r')) => Press::Enter,
        Event::Key(Key::Char('\t')) => Press::Tab,
        Event::Key(Key::Char(letter)) => Press::Char(*letter),
        Event::Key(Key::Backspace) => Press::Backspace,
        Event::Key(Key::Esc) => Press::Escape,
        Event::Key(Key::Up) => Press::Up,
        Event::Key(Key::Down) => Press::Down,
        Event::Key(Key::Left) => Press::Left,
        Event::Key(Key::Right) => Press::Right,
        Event::Key(Key::PageUp) => Press::PageUp,
        Event::Key(Key::PageDown) => Press::PageDown,
        Event::Key(Key::Home) => Press::Home,
        Event::Key(Key::End) => Press::End,
        Event::Key(Key::Ctrl('c')) => Press::Interrupt,
        Event::Mouse(MouseEvent::Press(MouseButton::Left, column, row)) => Press::Click {
            column: column.saturating_sub(1),
            row: row.saturating_sub(1),
        },
        Event::Mouse(MouseEvent::Press(MouseButton::WheelUp, ..)) => Press::Up,
        Event::Mouse(MouseEvent::Press(MouseButton::WheelDown, ..)) => Press::Down,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_the_mouse_are_read() {
        let read = presses(b"q\x1b[A\x1b[5~\t\r\x03\x1b[<0;12;3M\x1b[<65;1;1M");
        let click = Press::Click { column: 11, row: 2 };
        let wanted = [
            Press::Char('q'),
            Press::Up,
            Press::PageUp,
            Press::Tab,
            Press::Enter,
            Press::Interrupt,
            click,
            Press::Down,
        ];
        assert_eq!(read, wanted);
        assert_eq!(presses(b"\x1b"), [Press::Escape]);
        assert_eq!(presses("é".as_bytes()), [Press::Char('é')]);
        assert_eq!(presses(b"\x1b["), []);
    }
}
