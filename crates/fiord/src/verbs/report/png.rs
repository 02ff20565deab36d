//! A chart as PNG: its SVG, drawn by resvg with a font that fiord carries.

use anyhow::{Context, Result};
use fiord_messages::{Lang, report as messages};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Latin letters, digits and signs of DejaVu Sans; machines that are measured often have no font.
const FONT: &[u8] = include_bytes!("../../../assets/dejavu-sans-latin.ttf");
const FAMILY: &str = "DejaVu Sans";
/// Pixels per unit of the SVG: sharp on dense screens.
const SCALE: f32 = 3.0;

/// Draws a chart. Letters that the font lacks become boxes.
///
/// # Errors
/// The memory for the picture is missing.
pub(super) fn png(svg: &str) -> Result<Vec<u8>> {
    let mut options = Options {
        font_family: FAMILY.to_owned(),
        ..Options::default()
    };
    options.fontdb_mut().load_font_data(FONT.to_vec());
    let tree = Tree::from_str(svg, &options)?;
    let size = tree
        .size()
        .to_int_size()
        .scale_by(SCALE)
        .context(messages::picture_without_size(Lang::current()))?;
    let mut picture =
        Pixmap::new(size.width(), size.height()).context(messages::picture_too_large(Lang::current()))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut picture.as_mut());
    Ok(picture.encode_png()?)
}
