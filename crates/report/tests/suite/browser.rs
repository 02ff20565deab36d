//! Pages in headless Chromium: they load without a word on the console, say what the document says, and look as they should.
//!
//! `FIORD_UPDATE=1` writes the pictures of `docs/pictures/` anew; every picture lies in `target/tmp/pages` for those who look.

use std::fs;
use std::path::{Path, PathBuf};

use fiord_report::html::{PageExtra, page};
use serde_json::Value;

use super::samples;

/// Where pages and pictures are kept for people.
fn kept() -> PathBuf {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    fs::create_dir_all(&kept).unwrap();
    kept
}

fn documents() -> [(&'static str, Value, PageExtra); 7] {
    [
        ("study", samples::study(), samples::extra()),
        ("compare", samples::comparison(), samples::extra_of_comparison()),
        ("check", samples::check(), PageExtra::default()),
        ("history", samples::history(), PageExtra::default()),
        ("import", samples::import(), PageExtra::default()),
        ("run", samples::run(), PageExtra::default()),
        ("survey", samples::survey(), PageExtra::default()),
    ]
}

fn html_of(document: &Value, extra: &PageExtra) -> String {
    page(samples::typed(document).as_ref(), extra).unwrap().html
}

fn address(file: &Path) -> String {
    format!("file://{}", file.display())
}

/// Text of the elements of a kind, in a page as the browser prints it.
fn texts<'d>(dom: &'d str, open: &str, close: &str) -> Vec<&'d str> {
    let parts = dom.split(open).skip(1);
    parts.map(|part| part.split(close).next().unwrap()).collect()
}

#[test]
fn pages_load_without_errors_and_no_name_runs() {
    let chromium = fiord_testbed::or_skip!("chromium", fiord_testbed::chromium());
    for (name, document, extra) in documents().into_iter().step_by(fiord_testbed::every(2)) {
        let file = kept().join(format!("{name}.html"));
        fs::write(&file, html_of(&document, &extra)).unwrap();
        let shown = chromium.dump(&address(&file), &[]);
        assert_eq!(shown.console, "", "{name}");
        assert!(!shown.dom.contains("<title>owned"), "{name}");
        assert!(shown.dom.contains("</svg>"), "{name}");
        // The browser parsed the data as one text.
        let json = shown.dom.split("id=\"document\">").nth(1).unwrap();
        let json = json.split("</script>").next().unwrap();
        assert_eq!(serde_json::from_str::<Value>(json).unwrap(), document, "{name}");
        // The script ran: it adds buttons where a chart has an axis to zoom. Without it everything else is there.
        let is_zoomed = matches!(name, "study" | "run" | "compare" | "history");
        assert!(
            !is_zoomed || shown.dom.contains("<button type=\"button\""),
            "{name}"
        );
        let html = fs::read_to_string(&file).unwrap();
        let (before, script) = html.rsplit_once("<script>").unwrap();
        let plain = kept().join(format!("{name}-plain.html"));
        fs::write(
            &plain,
            format!("{before}{}", script.rsplit_once("</script>").unwrap().1),
        )
        .unwrap();
        let plain = chromium.dump(&address(&plain), &[]);
        assert!(!plain.dom.contains("<button"), "{name}");
        let numbers = |dom: &str| texts(dom, " class=\"n\">", "</").join("|");
        assert_eq!(numbers(&plain.dom), numbers(&shown.dom), "{name}");
        assert_eq!(
            plain.dom.matches("<svg").count(),
            shown.dom.matches("<svg").count(),
            "{name}"
        );
    }
}

#[test]
fn numbers_in_the_browser_are_those_of_the_document() {
    let chromium = fiord_testbed::or_skip!("chromium", fiord_testbed::chromium());
    let file = kept().join("survey-numbers.html");
    let document = samples::survey();
    fs::write(&file, html_of(&document, &PageExtra::default())).unwrap();
    let dom = chromium.dump(&address(&file), &[]).dom;
    let numbers = dom
        .split("id=\"result\"")
        .nth(1)
        .and_then(|result| result.split("<tbody>").nth(1))
        .unwrap()
        .split("</section>")
        .next()
        .unwrap();
    let cells = texts(numbers, " class=\"n\">", "</td>");
    let rows = document["rows"].as_array().unwrap();
    assert_eq!(cells.len(), rows.len() * 6);
    for (row, shown) in rows.iter().zip(cells.chunks(6)) {
        let number =
            |cell: &str| -> f64 { cell.split(' ').next().unwrap().replace(',', "").parse().unwrap() };
        let close = |cell: &str, value: f64| (number(cell) / value - 1.0).abs() < 0.005;
        // As in the terminal: the median of the repeats, and no figure that they do not share.
        let middle = |key: &str| {
            let mut values: Vec<f64> = row["repeats"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one[key].as_f64().unwrap())
                .collect();
            values.sort_by(f64::total_cmp);
            values[values.len() / 2]
        };
        assert!(close(shown[0], middle("bytes_per_s") / 1e6), "{shown:?}");
        assert!(close(shown[2], middle("iops")), "{shown:?}");
    }
}

/// Clicks, keys and what they did, by a script of the test's own: the page's policy is taken out for that.
#[test]
fn charts_zoom_and_series_go() {
    let chromium = fiord_testbed::or_skip!("chromium", fiord_testbed::chromium());
    let file = kept().join("clicked.html");
    let html = html_of(&samples::study(), &samples::extra());
    let from = html.find("<meta http-equiv").unwrap();
    let to = from + html[from..].find('>').unwrap() + 1;
    let test = "<script>
        const figure = document.querySelector('figure');
        const labels = () => [...figure.querySelectorAll('g.x text')].map((text) => text.textContent).join(' ');
        const seen = [labels()];
        const [zoom, , whole] = figure.querySelectorAll('.bar button');
        zoom.click();
        seen.push(labels());
        whole.click();
        seen.push(labels());
        figure.querySelector('.plotted').dispatchEvent(new KeyboardEvent('keydown', { key: '+' }));
        seen.push(labels());
        figure.querySelector('.plotted').dispatchEvent(new KeyboardEvent('keydown', { key: '0' }));
        const button = figure.querySelector('.legend button');
        button.click();
        const hidden = [...figure.querySelectorAll('svg.plot g[data-s]')].filter((group) => group.style.display === 'none').length;
        const box = figure.querySelector('svg.plot path').getBBox();
        document.body.dataset.seen = JSON.stringify([...seen, hidden, button.getAttribute('aria-pressed'), box.width > 0]);
        </script></body>";
    let html = format!("{}{}", &html[..from], &html[to..]).replace("</body>", test);
    fs::write(&file, html).unwrap();
    let shown = chromium.dump(&address(&file), &[]);
    assert_eq!(shown.console, "");
    let seen = shown
        .dom
        .split("data-seen=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let seen = seen.replace("&quot;", "\"");
    let seen: Vec<Value> = serde_json::from_str(&seen).unwrap();
    let text = |at: usize| seen[at].as_str().unwrap();
    assert_eq!(text(0), "4k 16k 64k 256k 1m");
    assert!(text(1) != text(0) && !text(1).is_empty(), "{seen:?}");
    assert_eq!(text(2), text(0));
    assert_eq!(text(3), text(1));
    assert_eq!((seen[4].as_u64(), text(5)), (Some(1), "false"));
}

/// The switch of the scale moves the marks of each series and the ticks, and back again; the moments stay.
#[test]
fn scales_are_linear_or_logarithmic() {
    let chromium = fiord_testbed::or_skip!("chromium", fiord_testbed::chromium());
    let file = kept().join("scaled.html");
    let document = samples::study();
    let html = html_of(&document, &samples::extra());
    let from = html.find("<meta http-equiv").unwrap();
    let to = from + html[from..].find('>').unwrap() + 1;
    let test = "<script>
        const figure = document.querySelector('figure');
        const labels = () => [...figure.querySelectorAll('g.y text')].map((text) => text.textContent).join(' ');
        const heights = () => [...figure.querySelectorAll('svg.plot g[data-s=\"0\"] circle')].map((mark) => Math.round(mark.getAttribute('cy')));
        const button = figure.querySelectorAll('.bar button')[3];
        const seen = [button.textContent, labels(), heights()];
        button.click();
        seen.push(button.textContent, labels(), heights());
        button.click();
        seen.push(labels(), heights());
        const { yfrom, yto, yhigh } = figure.querySelector('svg.plot').dataset;
        seen.push(+yfrom, +yto, +yhigh);
        document.body.dataset.seen = JSON.stringify(seen);
        </script></body>";
    let html = format!("{}{}", &html[..from], &html[to..]).replace("</body>", test);
    fs::write(&file, html).unwrap();
    let shown = chromium.dump(&address(&file), &[]);
    assert_eq!(shown.console, "");
    let seen = texts(&shown.dom, "data-seen=\"", "\"")[0].replace("&quot;", "\"");
    let seen: Vec<Value> = serde_json::from_str(&seen).unwrap();
    assert_eq!(
        (seen[0].as_str(), seen[3].as_str()),
        (Some("Logarithmic scale"), Some("Linear scale"))
    );
    assert_eq!(seen[1], "0 1 2 3", "GB/s");
    assert_eq!(seen[4], "0.1 0.2 0.5 1 2");
    let heights = |at: usize| {
        seen[at]
            .as_array()
            .unwrap()
            .iter()
            .map(|y| y.as_i64().unwrap())
            .collect::<Vec<_>>()
    };
    // Where a logarithmic axis has the medians of the depth of 1: from a little below the lowest of all to the end of the linear one.
    let medians: Vec<f64> = document["summaries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|summary| summary["median"].as_f64().unwrap())
        .collect();
    let (linear, log) = (heights(2), heights(5));
    let (from, to, high) = (
        seen[8].as_f64().unwrap(),
        seen[9].as_f64().unwrap(),
        seen[10].as_f64().unwrap(),
    );
    let low = medians.iter().copied().fold(f64::INFINITY, f64::min) / 1.05;
    for (at, median) in medians.iter().step_by(3).enumerate() {
        let place = |share: f64| from + share * (to - from);
        let (wanted, was) = (
            place((median / low).ln() / (high / low).ln()),
            place(median / high),
        );
        assert!(
            (log[at] as f64 - wanted).abs() <= 2.0,
            "{median}: {log:?}, {wanted}"
        );
        assert!(
            (linear[at] as f64 - was).abs() <= 2.0,
            "{median}: {linear:?}, {was}"
        );
    }
    assert_eq!((&seen[6], &seen[7]), (&seen[1], &seen[2]));
}

/// A page is never wider than its screen, from a phone's on: the rows of wide tables are broken into lines.
#[test]
fn pages_fit_every_screen() {
    let chromium = fiord_testbed::or_skip!("chromium", fiord_testbed::chromium());
    for (name, document, extra) in documents() {
        let html = html_of(&document, &extra);
        let text = serde_json::to_string(&html).unwrap().replace('<', "\\u003c");
        let file = kept().join(format!("{name}-frames.html"));
        let test = format!(
            "<!DOCTYPE html><body><script>
            const found = [];
            const wider = (page, width) => [...page.querySelectorAll('body *')]
                .filter((element) => element.getBoundingClientRect().right > width)
                .map((element) => element.tagName + '.' + element.className).slice(0, 4);
            for (const width of [360, 400, 500, 768, 1280]) {{
                const frame = document.createElement('iframe');
                frame.style.width = width + 'px';
                frame.style.border = '0';
                const measure = looks => {{
                    const page = frame.contentDocument;
                    const over = page.documentElement.scrollWidth - width;
                    if (over !== 0 && looks < 10) return setTimeout(measure, 500, looks + 1);
                    found.push(over === 0 ? 'fits' : over + ' px over: ' + wider(page, width).join());
                    document.body.dataset.found = found.join(' ');
                }};
                // A busy machine draws the page late: it has to fit in the end.
                frame.onload = () => setTimeout(measure, 500, 0);
                frame.srcdoc = {text};
                document.body.append(frame);
            }}</script>"
        );
        fs::write(&file, test).unwrap();
        let dom = chromium
            .dump(&address(&file), &["--virtual-time-budget=10000"])
            .dom;
        let found = dom
            .split("data-found=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next());
        assert_eq!(found, Some("fits fits fits fits fits"), "{name}");
    }
}

/// With `FIORD_UPDATE=1`: pictures at three widths and in both themes, for people who look at them; the small ones of `docs/pictures/`.
#[test]
fn pictures_are_small() {
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    if std::env::var_os("FIORD_UPDATE").is_some() {
        let chromium = fiord_testbed::or_skip!("chromium", fiord_testbed::chromium());
        fs::create_dir_all(&pictures).unwrap();
        for (name, document, extra) in documents() {
            // Names as people have them, not as attackers have.
            let plain = document
                .to_string()
                .replace(&serde_json::to_string(samples::HOSTILE).unwrap(), "\"after\"");
            let html = html_of(&serde_json::from_str(&plain).unwrap(), &extra);
            fs::write(kept().join(format!("{name}-framed.html")), html).unwrap();
            for (width, height) in [(400, 1600), (1280, 1000), (680, 620)] {
                // A frame is as narrow as it says; windows have a least width.
                let file = kept().join(format!("{name}-{width}.html"));
                let frame = format!(
                    "<!DOCTYPE html><body style=\"margin:0\"><iframe src=\"{name}-framed.html\" style=\"width:{width}px;height:{height}px;border:0\"></iframe>"
                );
                fs::write(&file, frame).unwrap();
                for (theme, setting) in [
                    ("light", "preferredColorScheme=1"),
                    ("dark", "preferredColorScheme=0"),
                ] {
                    let picture = kept().join(format!("{name}-{width}-{theme}.png"));
                    let setting = format!("--blink-settings={setting}");
                    // Those of the documents are small in bytes as well.
                    let scale = format!(
                        "--force-device-scale-factor={}",
                        if width == 680 { 0.6 } else { 1.0 }
                    );
                    chromium.picture(
                        &address(&file),
                        &picture,
                        (width.max(500), height),
                        &[&setting, &scale],
                    );
                    if width == 680 {
                        fs::copy(&picture, pictures.join(format!("{name}-{theme}.png"))).unwrap();
                    }
                }
            }
        }
    }
    for (name, ..) in documents() {
        for theme in ["light", "dark"] {
            let picture = pictures.join(format!("{name}-{theme}.png"));
            let bytes = fs::metadata(&picture).unwrap().len();
            assert!(bytes < 60_000, "{}: {bytes} bytes", picture.display());
        }
    }
}

/// `cargo xtask pictures` makes them.
#[test]
fn every_study_that_comes_with_fiord_has_its_pictures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = 0;
    for entry in fs::read_dir(root.join("studies")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let name = path.file_stem().unwrap().to_str().unwrap();
            for theme in ["light", "dark"] {
                let picture = root.join(format!("docs/pictures/studies/{name}-{theme}.png"));
                let bytes = fs::metadata(&picture).map_or(0, |found| found.len());
                assert!(
                    bytes > 0,
                    "{}: `cargo xtask pictures` makes it",
                    picture.display()
                );
                all += bytes;
            }
        }
    }
    assert!(all < 1_150_000, "{all} bytes");
}
