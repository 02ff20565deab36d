//! Reads dstat: its CSV file and its screen, of each the columns of disks.

use fiord_job::plan::Ddir;
use fiord_record::imported::{FigureOf, ImportKind};

use super::device_table::{Column, Devices, since_boot};
use super::{Found, LinePlace};

pub(super) fn read(place: LinePlace<'_>) -> Found {
    csv(place).or_else(|| screen(place))
}

/// The columns of one disk: its name, the first of them, and what they are.
struct Disk {
    name: String,
    at: usize,
    columns: Vec<Option<Column>>,
}

/// `"dsk/sda",` above `"time","read","writ"`: bytes per second.
fn csv(place: LinePlace<'_>) -> Found {
    if !place.first()?.to_lowercase().starts_with("\"dstat ") {
        return None;
    }
    let fields = |text: &str| -> Vec<String> {
        text.split(',')
            .map(|field| field.trim().trim_matches('"').to_owned())
            .collect()
    };
    let above = place
        .lines
        .iter()
        .take(12)
        .position(|line| line.text.contains("dsk/") || line.text.contains("io/"))?;
    let groups = fields(&place.lines.get(above)?.text);
    let heads = fields(&place.lines.get(above + 1)?.text);
    let mut disks = Vec::new();
    for (at, group) in groups.iter().enumerate() {
        let Some((what, name)) = group_of(group) else {
            continue;
        };
        let ends = groups.iter().skip(at + 1).position(|next| !next.is_empty());
        let count = ends.map_or(heads.len().saturating_sub(at), |more| more + 1);
        let of = heads.iter().skip(at).take(count).map(|head| column(head, what));
        disks.push(Disk {
            name: name.to_owned(),
            at,
            columns: of.collect(),
        });
    }
    let (mut boot, mut devices) = (Devices::default(), Devices::default());
    let mut taken = above + 2;
    for (index, line) in place.lines.iter().enumerate().skip(above + 2) {
        let row = fields(&line.text);
        // The first row averages since the machine was started.
        let to = if taken == above + 2 {
            &mut boot
        } else {
            &mut devices
        };
        let added = disks.iter().filter(|disk| {
            let cells = row
                .iter()
                .skip(disk.at)
                .take(disk.columns.len())
                .map(String::as_str);
            to.add(&disk.name, line.number, &disk.columns, cells)
        });
        if row.len() != heads.len() || added.count() == 0 {
            break;
        }
        taken = index + 1;
    }
    (!boot.is_empty()).then(|| (since_boot(boot, devices, ImportKind::Dstat), taken))
}

/// `-dsk/total- --io/total-` above `read  writ| read  writ`: `38k 3524k|9.00  210`.
fn screen(place: LinePlace<'_>) -> Found {
    let first = place.first()?;
    if !(first.starts_with('-') && first.contains("-dsk/")) {
        return None;
    }
    // The groups of the first line end where those of the second have their bars.
    let names: Vec<&str> = first.split([' ', '|']).filter(|word| !word.is_empty()).collect();
    let heads: Vec<&str> = place.lines.get(1)?.text.split(['|', ':']).collect();
    let disks: Vec<Disk> = names
        .iter()
        .enumerate()
        .filter_map(|(at, name)| {
            let (what, name) = group_of(name.trim_matches('-'))?;
            let columns = heads.get(at)?.split_whitespace();
            Some(Disk {
                name: name.to_owned(),
                at,
                columns: columns.map(|head| column(head, what)).collect(),
            })
        })
        .collect();
    let (mut boot, mut devices) = (Devices::default(), Devices::default());
    let mut taken = 2;
    for (index, line) in place.lines.iter().enumerate().skip(2) {
        // The heads come again when the screen is full.
        let is_head =
            |text: &str, at: usize| place.lines.get(at).is_some_and(|head| head.text.trim() == text);
        if index > 2 && (0..2).any(|at| is_head(line.text.trim(), at)) {
            continue;
        }
        // The first row averages since the machine was started.
        let to = if boot.is_empty() { &mut boot } else { &mut devices };
        let groups: Vec<&str> = line.text.split('|').collect();
        let added = disks.iter().filter(|disk| {
            let cells = groups.get(disk.at).map(|group| group.split_whitespace());
            cells.is_some_and(|cells| to.add(&disk.name, line.number, &disk.columns, cells))
        });
        if added.count() == 0 {
            break;
        }
        taken = index + 1;
    }
    (!boot.is_empty()).then(|| (since_boot(boot, devices, ImportKind::Dstat), taken))
}

/// What the columns of a group are, and its disk: `dsk/sda`, `io/sda`.
fn group_of(group: &str) -> Option<(FigureOf, &str)> {
    match group.split_once('/')? {
        ("dsk", name) => Some((FigureOf::BytesPerS, name)),
        ("io", name) => Some((FigureOf::Iops, name)),
        _ => None,
    }
}

fn column(head: &str, what: FigureOf) -> Option<Column> {
    match head {
        "read" => Some((what, Some(Ddir::Read), 1.0)),
        "writ" => Some((what, Some(Ddir::Write), 1.0)),
        _ => None,
    }
}
