//! What a page says: its text, a line per element, without scripts, styles and drawings.

/// The visible text of an HTML page.
pub(crate) fn page_text(html: &str) -> String {
    let mut shown = String::new();
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        shown += before;
        shown.push('\n');
        let hidden = ["script", "style", "svg"]
            .into_iter()
            .find(|name| tag.starts_with(name));
        let end = hidden.map_or_else(|| ">".to_owned(), |name| format!("</{name}>"));
        rest = tag.split_once(&end).map_or("", |(_, rest)| rest);
    }
    let lines = shown.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}
