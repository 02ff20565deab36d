//! The stack as a small tree: one line that says what a layer is, one that says what it means. Not: wrapping and colour.

use fiord_host::stack::{Layer, LayerKind};
use fiord_judge::words::stack_layers::meaning;
use fiord_messages::{Lang, doctor as messages};
use fiord_record::number::{Bytes, Share};

/// One line of the tree.
pub(super) struct TreeLine {
    /// Drawn before the first line of text.
    pub(super) stem: String,
    /// Drawn before the lines that follow.
    pub(super) rest: String,
    /// The text.
    pub(super) text: String,
    /// Whether it says what a layer means, rather than what it is.
    pub(super) is_meaning: bool,
}

/// The lines of a tree.
pub(super) fn lines(top: &Layer, lang: Lang) -> Vec<TreeLine> {
    let mut out = Vec::new();
    draw(top, "", "", &mut out, lang);
    out
}

/// `stem` is drawn before the layer itself, `rest` before all that belongs to it.
fn draw(layer: &Layer, stem: &str, rest: &str, out: &mut Vec<TreeLine>, lang: Lang) {
    let bar = if layer.below.is_empty() { "   " } else { "│  " };
    let inner = format!("{rest}{bar}");
    out.push(TreeLine {
        stem: stem.to_owned(),
        rest: inner.clone(),
        text: heading(layer, lang),
        is_meaning: false,
    });
    out.push(TreeLine {
        stem: inner.clone(),
        rest: inner,
        text: meaning(layer, lang),
        is_meaning: true,
    });
    for (at, below) in layer.below.iter().enumerate() {
        let is_last = at + 1 == layer.below.len();
        let (branch, cont) = if is_last {
            ("└─ ", "   ")
        } else {
            ("├─ ", "│  ")
        };
        draw(
            below,
            &format!("{rest}{branch}"),
            &format!("{rest}{cont}"),
            out,
            lang,
        );
    }
}

/// What a layer is: name, sort, size, and what else identifies it.
fn heading(layer: &Layer, lang: Lang) -> String {
    let mut parts = Vec::new();
    match &layer.kind {
        LayerKind::FileSystem(fs) => {
            parts.push(layer.kind.title());
            let total = fs.total_bytes.filter(|t| *t > 0);
            if let (Some(total), Some(free)) = (total, fs.free_bytes) {
                let share = &Share(1.0 - free as f64 / total as f64);
                let size = &Bytes(total);
                parts.push(messages::LayerUsed { size, share }.text(lang));
            }
            parts.push(fs.mount.options.join(","));
        }
        LayerKind::Disk(disk) => {
            parts.push(format!("{} {}", layer.name, layer.kind.title()));
            parts.extend(layer.size_bytes.map(|b| Bytes(b).to_string()));
            parts.extend(disk.vendor.clone());
            let firmware = disk.firmware.as_ref();
            parts.extend(firmware.map(|version| messages::LayerFirmware { version }.text(lang)));
            parts.extend(disk.pcie_link.clone());
            parts.extend(
                disk.cloud
                    .as_ref()
                    .map(|c| format!("{} {}", c.provider, c.volume)),
            );
        }
        _ => {
            parts.push(format!("{} {}", layer.name, layer.kind.title()));
            parts.extend(layer.size_bytes.map(|b| Bytes(b).to_string()));
        }
    }
    parts.retain(|p| !p.trim().is_empty());
    parts.join(" · ")
}
