//! A chart with its name: a figure of a page, an SVG file of its own, or text.

use fiord_messages::Lang;
use maud::Markup;

use super::curves::Curves;
use super::heat::Heat;
use super::intervals::Intervals;
use super::plane::Drawn;
use super::stacked::Stacked;
use super::text;
use crate::html::style;

/// A chart with what it is called on the command line. Captions and labels are texts already; `lang` is that of its other words.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    pub name: String,
    pub body: ChartBody,
}

/// The kinds of charts.
#[derive(Debug, Clone, PartialEq)]
pub enum ChartBody {
    Curves(Curves),
    Intervals(Intervals),
    Heat(Heat),
    Stacked(Stacked),
}

impl Chart {
    pub(crate) fn curves(name: impl Into<String>, curves: Curves) -> Self {
        Self {
            name: name.into(),
            body: ChartBody::Curves(curves),
        }
    }

    pub(crate) fn intervals(name: impl Into<String>, intervals: Intervals) -> Self {
        Self {
            name: name.into(),
            body: ChartBody::Intervals(intervals),
        }
    }

    pub(crate) fn heat(name: impl Into<String>, heat: Heat) -> Self {
        Self {
            name: name.into(),
            body: ChartBody::Heat(heat),
        }
    }

    pub(crate) fn stacked(name: impl Into<String>, stacked: Stacked) -> Self {
        Self {
            name: name.into(),
            body: ChartBody::Stacked(stacked),
        }
    }

    pub fn caption(&self) -> &str {
        match &self.body {
            ChartBody::Curves(chart) => &chart.caption,
            ChartBody::Intervals(chart) => &chart.caption,
            ChartBody::Heat(chart) => &chart.caption,
            ChartBody::Stacked(chart) => &chart.caption,
        }
    }

    /// Whether it has nothing to show.
    pub(crate) fn is_empty(&self) -> bool {
        match &self.body {
            ChartBody::Curves(chart) => chart.is_empty(),
            ChartBody::Intervals(chart) => chart.rows.is_empty(),
            ChartBody::Heat(chart) => chart.is_empty(),
            ChartBody::Stacked(chart) => chart.is_empty(),
        }
    }

    fn drawn(&self, lang: Lang) -> Drawn {
        match &self.body {
            ChartBody::Curves(chart) => chart.drawn(lang),
            ChartBody::Intervals(chart) => chart.drawn(lang),
            ChartBody::Heat(chart) => chart.drawn(lang),
            ChartBody::Stacked(chart) => chart.drawn(lang),
        }
    }

    /// As a figure of a page.
    pub(crate) fn figure(&self, lang: Lang) -> Markup {
        self.drawn(lang).figure(&self.name, lang)
    }

    /// As a file of its own: its colours are in it, on white.
    pub fn svg(&self, lang: Lang) -> String {
        style::alone(&self.drawn(lang).standing_alone())
    }

    /// As text of at most so many columns, 40 or more.
    pub fn text(&self, width: usize, lang: Lang) -> String {
        match &self.body {
            ChartBody::Curves(chart) => text::curves(chart, width, lang),
            ChartBody::Intervals(chart) => text::intervals(chart, width, lang),
            ChartBody::Heat(chart) => text::heat(chart, width, lang),
            ChartBody::Stacked(chart) => chart.text(width, lang),
        }
    }
}
