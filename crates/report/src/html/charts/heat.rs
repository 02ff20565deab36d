//! Heat maps: values in rows over time or over a second factor, as shades.

use fiord_messages::{Lang, charts as messages};
use fiord_record::number::Share;
use maud::Markup;
use textwrap::core::display_width;

use super::intervals::shortened_apart;
use super::plane::{AxisScale, Drawing, Drawn, LETTER, WIDTH, wrapped};
use crate::html::charts::units::PageUnit;
use crate::html::frame::table;

const WIDEST_LABEL: f64 = 170.0;
const TOP: f64 = 12.0;
/// Room for the columns' names and the axis' below the map, and a line of the key.
const AXIS: f64 = 40.0;
const LINE: f64 = 18.0;
const ROW: f64 = 20.0;
const RIGHT: f64 = 12.0;
/// Shades of one colour in the style sheet.
pub(super) const SHADES: usize = 8;

/// A heat map.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Heat {
    pub caption: String,
    pub unit: PageUnit,
    /// Of ratios: shades of one colour below 1, of another above.
    pub is_around_one: bool,
    pub x_name: String,
    pub columns: Vec<String>,
    pub rows: Vec<HeatRow>,
}

/// One row; nothing where nothing was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatRow {
    pub label: String,
    pub values: Vec<Option<f64>>,
}

impl Heat {
    pub(super) fn is_empty(&self) -> bool {
        self.values().next().is_none()
    }

    fn values(&self) -> impl Iterator<Item = f64> {
        self.rows
            .iter()
            .flat_map(|row| row.values.iter().copied().flatten())
    }

    /// Colour and shade of a value, from 0 to [`SHADES`] - 1.
    pub(super) fn shade(&self, value: f64) -> (usize, usize) {
        let last = (SHADES - 1) as f64;
        if self.is_around_one {
            let (noise, full) = (self.noise(), self.full_colour());
            let log = value.max(f64::MIN_POSITIVE).ln();
            let share = if log.abs() <= noise {
                0.0
            } else {
                (log.abs() / full).min(1.0)
            };
            return (usize::from(log < 0.0), (share * last).round() as usize);
        }
        let (low, high) = self
            .values()
            .fold((f64::INFINITY, 0.0_f64), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        let share = if high > low {
            (value - low) / (high - low)
        } else {
            // All alike: an empty count is not a full one.
            f64::from(u8::from(high > 0.0))
        };
        (0, (share * last).round() as usize)
    }

    /// The distance from 1, as a logarithm, that has the full colour: one far value must not take the colour from all others, and noise
    /// must not look like an event.
    fn full_colour(&self) -> f64 {
        const USUAL: f64 = 4.0;
        const LEAST: f64 = 0.04;
        let mut distances: Vec<f64> = self.values().map(|value| logarithm(value).abs()).collect();
        let middle = median(&mut distances);
        let farthest = distances.last().copied().unwrap_or(0.0);
        let wanted = (USUAL * middle).max(LEAST).max(3.0 * self.noise());
        farthest.min(wanted).max(2.0 * self.noise())
    }

    /// The distance from 1, as a logarithm, within which values differ by chance: two standard deviations, from what neighbours in a row
    /// differ by (drift and steps hardly change that), and never below 1 %.
    fn noise(&self) -> f64 {
        const LEAST: f64 = 0.01;
        // Of a normal distribution, for the median of absolute differences of two values.
        const DEVIATION: f64 = 1.4826 / std::f64::consts::SQRT_2;
        // With fewer steps, chance and change cannot be told apart.
        const FEWEST: usize = 8;
        let mut steps: Vec<f64> = Vec::new();
        for row in &self.rows {
            let neighbours = row.values.iter().zip(row.values.iter().skip(1));
            let known =
                neighbours.filter_map(|(one, next)| Some((logarithm((*next)?) - logarithm((*one)?)).abs()));
            steps.extend(known);
        }
        if steps.len() < FEWEST {
            return LEAST;
        }
        (2.0 * DEVIATION * median(&mut steps)).max(LEAST)
    }

    pub(super) fn drawn(&self, lang: Lang) -> Drawn {
        let widest = |texts: &mut dyn Iterator<Item = &String>| {
            texts.map(|text| display_width(text)).max().unwrap_or(0)
        };
        let letters = widest(&mut self.rows.iter().map(|row| &row.label));
        let left = (letters as f64 * LETTER + 16.0).clamp(40.0, WIDEST_LABEL);
        let columns = self.columns.len().max(1);
        let x = AxisScale {
            low: 0.0,
            high: columns as f64,
            is_log: false,
            from: left,
            to: WIDTH - RIGHT,
        };
        let width = (x.to - x.from) / columns as f64;
        let bottom = TOP + ROW * self.rows.len() as f64;
        let key = wrapped(&self.drawn_key(lang), WIDTH);
        let height = bottom + AXIS + LINE * key.len() as f64;
        let mut drawing = Drawing::new((WIDTH, height), &self.caption, &self.description(lang));
        let labels: Vec<String> = self.rows.iter().map(|row| row.label.clone()).collect();
        let labels = shortened_apart(&labels, ((left - 16.0) / LETTER).round() as usize);
        for ((at, row), label) in self.rows.iter().enumerate().zip(&labels) {
            let y = TOP + ROW * at as f64;
            drawing.text((left - 8.0, y + 14.0), "end", "", label);
            self.draw_cells(&mut drawing, row, (left, width, y), lang);
        }
        let name = widest(&mut self.columns.iter()) as f64 * LETTER + 8.0;
        let every = ((name / width).ceil() as usize).max(1);
        for (column, name) in self.columns.iter().enumerate().step_by(every) {
            let at = left + width * (column as f64 + 0.5);
            drawing.text((at, bottom + 14.0), "middle", "t", name);
        }
        drawing.text((WIDTH - RIGHT, bottom + 31.0), "end", "t", &self.x_name);
        for (line, words) in key.iter().enumerate() {
            drawing.text(
                (8.0, bottom + AXIS + 8.0 + LINE * line as f64),
                "start",
                "t",
                words,
            );
        }
        drawing.finish(&self.caption, Vec::new(), self.table())
    }

    /// The cells of a row: where it begins, how wide they are, and how far down.
    fn draw_cells(
        &self,
        drawing: &mut Drawing,
        row: &HeatRow,
        (left, width, y): (f64, f64, f64),
        lang: Lang,
    ) {
        for (column, value) in row.values.iter().enumerate() {
            let Some(value) = value else { continue };
            let (colour, shade) = self.shade(*value);
            let name = self.columns.get(column).map_or("", String::as_str);
            drawing.cell(
                (left + width * column as f64, y),
                ((width - 1.0).max(1.0), ROW - 1.0),
                &format!("h c{colour} h{shade}"),
                &messages::HeatCell {
                    row: &row.label,
                    axis: &self.x_name,
                    column: &name,
                    value: &self.unit.shown(*value),
                }
                .text(lang),
            );
        }
    }

    fn drawn_key(&self, lang: Lang) -> String {
        let marks = match self.is_around_one {
            true => [messages::orange(lang), messages::blue(lang)],
            false => [messages::pale(lang), messages::full(lang)],
        };
        self.key(marks, lang)
    }

    /// The meaning of the shades; `marks` are those of the lowest and of the highest value.
    pub(super) fn key(&self, marks: [&str; 2], lang: Lang) -> String {
        let (low, high) = self
            .values()
            .fold((f64::INFINITY, 0.0_f64), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        let (low, high) = (&self.unit.shown(low), &self.unit.shown(high));
        let [first, second] = &marks;
        if self.is_around_one {
            messages::ShadesAroundOne {
                below_mark: first,
                low,
                above_mark: second,
                high,
                full: &Share(self.full_colour().exp_m1()),
                noise: &Share(self.noise().exp_m1()),
            }
            .text(lang)
        } else {
            messages::Shades {
                pale_mark: first,
                low,
                full_mark: second,
                high,
            }
            .text(lang)
        }
    }

    fn description(&self, lang: Lang) -> String {
        messages::HeatSize {
            rows: &self.rows.len(),
            columns: &self.columns.len(),
            shades: &self.drawn_key(lang),
        }
        .text(lang)
    }

    fn table(&self) -> Markup {
        const TABLED: usize = 1300;
        if self.rows.len() * self.columns.len() > TABLED {
            return Markup::default();
        }
        let mut heads = vec![""];
        heads.extend(self.columns.iter().map(String::as_str));
        let right: Vec<usize> = (1..heads.len()).collect();
        let rows: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| {
                let values = row
                    .values
                    .iter()
                    .map(|value| value.map_or_else(|| "-".to_owned(), |value| self.unit.shown(value)));
                std::iter::once(row.label.clone()).chain(values).collect()
            })
            .collect();
        table(&heads, &right, &rows)
    }
}

fn logarithm(value: f64) -> f64 {
    value.max(f64::MIN_POSITIVE).ln()
}

/// The middle of values, which are sorted; 0 of none.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn shades_follow_values_and_a_gap_stays_one() {
        let mut heat = Heat {
            rows: vec![HeatRow {
                label: "a".to_owned(),
                values: vec![Some(1.0), None, Some(3.0)],
            }],
            columns: vec!["1".to_owned(), "2".to_owned(), "3".to_owned()],
            ..Heat::default()
        };
        assert_eq!((heat.shade(1.0), heat.shade(3.0)), ((0, 0), (0, SHADES - 1)));
        assert_eq!(
            heat.drawn(Lang::En)
                .figure("h", Lang::En)
                .0
                .matches("<rect")
                .count(),
            2
        );
        assert!(heat.table().0.contains("<td class=\"n\">-</td>"));
        let alike = |value: f64| {
            let rows = vec![HeatRow {
                values: vec![Some(value); 2],
                ..heat.rows[0].clone()
            }];
            Heat { rows, ..heat.clone() }.shade(value)
        };
        assert_eq!((alike(0.0), alike(3.0)), ((0, 0), (0, SHADES - 1)));
        heat.is_around_one = true;
        assert_eq!(
            (heat.shade(0.5).0, heat.shade(2.0).0, heat.shade(3.0)),
            (1, 0, (0, SHADES - 1))
        );
    }

    #[test]
    fn a_label_that_sets_the_width_is_whole() {
        for label in ["1", "128", "1,024", "cache static"] {
            let heat = Heat {
                rows: vec![HeatRow {
                    label: label.to_owned(),
                    values: vec![Some(1.0)],
                }],
                columns: vec!["1".to_owned()],
                ..Heat::default()
            };
            let drawn = heat.drawn(Lang::En).figure("h", Lang::En).0;
            assert!(drawn.contains(&format!(">{label}<")), "{drawn}");
        }
    }

    /// A block in which everything stood still for a while does not hide that the rest drifts.
    #[test]
    fn one_far_value_leaves_the_others_their_colours() {
        let mut values: Vec<Option<f64>> = (0..20).map(|at| Some(0.98 + 0.002 * f64::from(at))).collect();
        values.push(Some(0.05));
        let heat = Heat {
            rows: vec![HeatRow {
                label: "a".to_owned(),
                values,
            }],
            is_around_one: true,
            ..Heat::default()
        };
        assert_eq!(heat.shade(0.05), (1, SHADES - 1));
        assert_eq!((heat.shade(0.98).0, heat.shade(1.018).0), (1, 0));
        assert!(heat.shade(0.98).1 >= 3 && heat.shade(1.018).1 >= 3);
        assert_eq!(heat.shade(1.0).1, 0);
    }

    /// Blocks that differ by chance are pale, and one block in which all cells fell is not.
    #[test]
    fn noise_has_no_colour_and_a_disturbed_block_has() {
        for (deviation, fall) in [(0.003, 0.94), (0.02, 0.7)] {
            let row = |cell: usize| {
                let chance = |block: usize| ((cell * 31 + block * 17) % 13) as f64 / 6.0 - 1.0;
                let value = |block: usize| {
                    let fallen = if block == 7 { fall } else { 1.0 };
                    Some(fallen * (1.0 + deviation * 1.7 * chance(block)))
                };
                HeatRow {
                    label: cell.to_string(),
                    values: (0..20).map(value).collect(),
                }
            };
            let heat = Heat {
                rows: (0..8).map(row).collect(),
                columns: (0..20).map(|block| block.to_string()).collect(),
                is_around_one: true,
                ..Heat::default()
            };
            for row in &heat.rows {
                for (block, value) in row.values.iter().enumerate() {
                    let (colour, shade) = heat.shade(value.unwrap());
                    let is_right = if block == 7 {
                        colour == 1 && shade >= 4
                    } else {
                        shade == 0
                    };
                    assert!(
                        is_right,
                        "{deviation}, cell {}, block {block}: {value:?} has {colour} {shade}",
                        row.label
                    );
                }
            }
        }
        assert_eq!(
            Heat {
                is_around_one: true,
                ..Heat::default()
            }
            .shade(1.01),
            (0, 0),
            "±1 % has no colour"
        );
    }
}
