//! A page for terminals as a part of a page for browsers: the same sentences and tables.

use maud::{Markup, html};

use crate::html::frame::{is_stacked, pre, prose, rows_under};
use crate::text::{Block, Page, Style, Styled, Table};

/// Headings, sentences, tables and commands, one below the other.
pub(super) fn of_page(page: &Page) -> Markup {
    html! { @for block in page.blocks() { (of_block(block)) } }
}

fn of_block(block: &Block) -> Markup {
    match block {
        Block::Heading(text) => html! { h3 { (text.bare()) } },
        Block::Line { first, text, .. } => {
            // A bullet is for terminals.
            let first = if first.bare().trim() == "-" {
                Styled::new()
            } else {
                first.clone()
            };
            html! { p { (words(&first)) (words(text)) } }
        }
        Block::Table(table) => of_table(table),
        Block::Command(_, words) => pre(&(words.join(" ") + "\n")),
        Block::Drawn { first, text, .. } => pre(&(first.bare() + &text.bare())),
        Block::Figure(text) | Block::Foreign(text) => pre(text),
        Block::Blank => Markup::default(),
    }
}

fn words(text: &Styled) -> Markup {
    html! {
        @for (style, words) in text.parts() {
            @match style {
                Style::Plain => (prose(&words)),
                Style::Strong => b { (words) },
                Style::Dim => span.dim { (prose(&words)) },
                Style::Good => b.good { (words) },
                Style::Care => b.care { (words) },
                Style::Bad => b.bad { (words) },
            }
        }
    }
}

/// All columns of a table that people see: a browser has room.
pub(super) fn of_table(table: &Table) -> Markup {
    let (heads, rows) = table.shown_cells();
    let class = |at: usize| heads.get(at).and_then(|(_, is_right)| is_right.then_some("n"));
    let names: Vec<&str> = heads.iter().map(|(name, _)| *name).collect();
    let bare: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().map(|cell| cell.bare()).collect())
        .collect();
    let is_stacked = is_stacked(&names, &bare);
    let name = |at: usize| names.get(at).filter(|name| is_stacked && !name.is_empty());
    let body = html! {
        @for row in &rows {
            tr {
                @for (at, cell) in row.iter().enumerate() {
                    @if at == 0 { th scope="row" { (words(cell)) } } @else { td data-head=[name(at)] class=[class(at)] { (words(cell)) } }
                }
            }
        }
    };
    html! { (rows_under(&names, class, &body, is_stacked)) }
}
