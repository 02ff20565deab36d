//! `fiord report` in the forms that are drawn: a page, a chart as a file, charts in the terminal.

use anyhow::{Result, bail};
use fiord_messages::{Lang, report as messages};
use fiord_report::html::charts::Chart;
use fiord_report::html::{PageDocument, PageExtra, charts};

use crate::ui::{self, Screen};
use crate::verbs::html::{self, HtmlArgs};

/// Columns of a chart where nothing says how wide the output is.
const WIDTH: usize = 100;

/// What to draw.
#[derive(Debug, Clone, Default, clap::Args)]
#[group(
    id = "drawn",
    args = ["html", "svg", "png", "plot"],
    multiple = false,
    conflicts_with_all = ["json", "md", "csv", "verbose", "full", "verify"]
)]
pub(super) struct DrawnArgs {
    #[command(flatten)]
    html: HtmlArgs,
    #[arg(long, value_name = "CHART")]
    svg: Option<String>,
    #[arg(long, value_name = "CHART")]
    png: Option<String>,
    #[arg(long, value_name = "CHART")]
    plot: Option<String>,
}

impl DrawnArgs {
    /// Whether something is to be drawn.
    pub(super) fn is_asked(&self) -> bool {
        self.html.file.is_some() || self.svg.is_some() || self.plot.is_some() || self.png.is_some()
    }

    /// Draws it.
    ///
    /// # Errors
    /// The chart does not exist, or cannot be written.
    pub(super) fn put(&self, document: &dyn PageDocument, extra: &PageExtra) -> Result<()> {
        if let Some(path) = &self.html.file {
            return html::write(path, document, extra);
        }
        let (all, lang) = (charts(document, extra), extra.lang);
        if let Some(name) = &self.svg {
            ui::print(&named(&all, name)?.svg(lang))?;
        }
        if let Some(name) = &self.png {
            picture(named(&all, name)?, lang)?;
        }
        if let Some(name) = &self.plot {
            let width = Screen::stdout().width.unwrap_or(WIDTH);
            let chosen: Vec<&Chart> = if name == "all" {
                all.iter().collect()
            } else {
                vec![named(&all, name)?]
            };
            let texts: Vec<String> = chosen.iter().map(|chart| chart.text(width, lang)).collect();
            ui::print(&texts.join("\n"))?;
        }
        Ok(())
    }
}

#[cfg(feature = "png")]
fn picture(chart: &Chart, lang: Lang) -> Result<()> {
    use std::io::IsTerminal as _;

    if std::io::stdout().is_terminal() {
        let chart = &chart.name;
        bail!(messages::PngOnTerminal { chart }.text(lang));
    }
    ui::write(&super::png::png(&chart.svg(lang))?)?;
    Ok(())
}

#[cfg(not(feature = "png"))]
fn picture(chart: &Chart, lang: Lang) -> Result<()> {
    let chart = &chart.name;
    bail!(messages::PngNotBuilt { chart }.text(lang));
}

fn named<'c>(all: &'c [Chart], name: &str) -> Result<&'c Chart> {
    if let Some(chart) = all.iter().find(|chart| chart.name == name) {
        return Ok(chart);
    }
    let lang = Lang::current();
    let chart = &name;
    let names: Vec<String> = all.iter().map(|chart| chart.name.clone()).collect();
    if names.is_empty() {
        bail!(messages::NoCharts { chart }.text(lang));
    }
    let charts = &lang.list(&names);
    bail!(messages::NoSuchChart { chart, charts }.text(lang))
}

#[cfg(test)]
mod tests {
    use crate::verbs::parse;

    #[test]
    fn one_drawing_is_asked_for_and_nothing_else() {
        let drawn = ["--html=x", "--svg=x", "--png=x", "--plot=x"];
        let other = ["--json", "--md", "--csv", "--verbose", "--full", "--verify"];
        for (at, one) in drawn.into_iter().enumerate() {
            let line = |more: &[&str]| {
                let words = [&["report", "1", one], more].concat();
                parse(&words.into_iter().map(Into::into).collect::<Vec<_>>())
            };
            assert!(line(&[]).is_ok(), "{one}");
            for wrong in drawn[at + 1..].iter().chain(&other) {
                assert!(line(&[wrong]).is_err(), "{one} {wrong}");
            }
        }
    }
}
