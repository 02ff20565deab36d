//! Reads the XML of diskspd (`-Rxml`).

use fiord_record::imported::ImportKind;
use roxmltree::{Document, Node};

use super::diskspd::{DiskspdRun, Total};
use super::{Found, LinePlace};

/// Lines of one document at most.
const MOST_LINES: usize = 200_000;

pub(super) fn read(place: LinePlace<'_>) -> Found {
    if !place.first()?.starts_with("<Results>") {
        return None;
    }
    let end = place
        .lines
        .iter()
        .take(MOST_LINES)
        .position(|line| line.text.contains("</Results>"))?;
    let text: Vec<&str> = place
        .lines
        .iter()
        .take(end + 1)
        .map(|line| line.text.trim())
        .collect();
    let text = text.join("\n");
    let document = Document::parse(&text).ok()?;
    let run = run(document.root_element())?;
    let mut draft = place.run(ImportKind::Diskspd, end + 1, "diskspd")?;
    run.fill(&mut draft);
    (!draft.figures.is_empty()).then_some((vec![draft], end + 1))
}

fn child<'n>(node: Node<'n, 'n>, name: &str) -> Option<Node<'n, 'n>> {
    node.children().find(|child| child.has_tag_name(name))
}

fn number(node: Node<'_, '_>, name: &str) -> Option<f64> {
    let child = node.children().find(|child| child.has_tag_name(name))?;
    let value: f64 = child.text()?.trim().parse().ok()?;
    value.is_finite().then_some(value)
}

fn run(root: Node<'_, '_>) -> Option<DiskspdRun> {
    let asked = root.descendants().find(|node| node.has_tag_name("TimeSpan"))?;
    let target = asked.descendants().find(|node| node.has_tag_name("Target"))?;
    let measured = child(root, "TimeSpan")?;
    let is_on = |name: &str| child(target, name).and_then(|node| node.text()) == Some("true");
    let mut run = DiskspdRun {
        path: child(target, "Path")
            .and_then(|path| path.text())
            .map(str::to_owned),
        file_bytes: number(target, "FileSize"),
        block: number(target, "BlockSize"),
        depth: number(target, "RequestCount"),
        threads: number(measured, "ThreadCount"),
        is_random: child(target, "Random").is_some(),
        direct: is_on("DisableOSCache") || is_on("DisableAllCache"),
        write_through: is_on("WriteThrough") || is_on("DisableAllCache"),
        write_percent: number(target, "WriteRatio").unwrap_or(0.0),
        seconds: number(measured, "TestTimeSeconds"),
        asked_seconds: number(asked, "Duration"),
        ..DiskspdRun::default()
    };
    let latency = child(measured, "Latency");
    let mean = |name: &str| latency.and_then(|node| number(node, name)).filter(|ms| *ms > 0.0);
    for (at, bytes, count, mean_ms) in [
        (0, "ReadBytes", "ReadCount", mean("AverageReadMilliseconds")),
        (1, "WriteBytes", "WriteCount", mean("AverageWriteMilliseconds")),
    ] {
        let of = |name: &str| {
            let threads = measured.children().filter(|node| node.has_tag_name("Thread"));
            let targets =
                threads.flat_map(|thread| thread.children().filter(|node| node.has_tag_name("Target")));
            targets.filter_map(|target| number(target, name)).sum::<f64>()
        };
        run.totals[at] = Some(Total {
            bytes: of(bytes),
            ios: of(count),
            mean_ms,
            iops: None,
        });
    }
    let buckets = latency.into_iter().flat_map(|node| node.children());
    for bucket in buckets.filter(|node| node.has_tag_name("Bucket")) {
        let Some(percent) = number(bucket, "Percentile") else {
            continue;
        };
        let name = match percent {
            0.0 => "min".to_owned(),
            100.0 => "max".to_owned(),
            99.9 => "3-nines".to_owned(),
            percent => format!("{percent}th"),
        };
        let values = [
            number(bucket, "ReadMilliseconds"),
            number(bucket, "WriteMilliseconds"),
        ];
        run.percentiles.push((name, values));
    }
    Some(run)
}
