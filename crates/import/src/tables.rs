//! Reads tables (Markdown, drawn ones, and those with blanks between the columns): a run for each row or cell that holds a figure, with the
//! command in its row.

use fiord_job::plan::Ddir;
use fiord_messages::{Sentence, import as messages};
use fiord_record::claims::{Spread, units};
use fiord_record::imported::{FigureOf, ImportKind};

use super::agreement::{self, RowSetting, Stated};
use super::draft::{RunDraft, TextLine};
use super::fio_figures::PERCENTILES;
use super::formats::sysbench;
use super::no_result::{is_of_others, is_promised, names_no_results};
use super::table_heads::{ColumnUnit, Heading, Statistic, has_unit, is_setting, percentile, syncs_per_s};
use super::table_setting::{setting, workload};
use super::{command, data_sheet, direction, prose, shown};

/// Heads and rows of a table with the places of their lines, and how many lines it has.
struct Grid<'t> {
    heads: Vec<&'t str>,
    rows: Vec<(usize, Vec<&'t str>)>,
    taken: usize,
}

/// Lines of the head of a drawn table.
const HEAD_LINES: usize = 4;

/// Reads a table that begins at a line: its runs, and how many lines it has. A drawn one begins with its upper edge. None: there is none.
pub(super) fn read(lines: &[TextLine], at: usize) -> Option<(Vec<RunDraft>, usize)> {
    let is_rule = |index: usize| lines.get(index).is_some_and(|line| is_rule(&line.text));
    let is_drawn = is_edge(&lines.get(at)?.text);
    let first = at + usize::from(is_drawn);
    let mut heads: Vec<String> = cells(&lines.get(first)?.text)?
        .into_iter()
        .map(str::to_owned)
        .collect();
    let mut index = first + 1;
    while is_drawn && index < first + HEAD_LINES && !is_rule(index) {
        for (head, more) in heads.iter_mut().zip(cells(&lines.get(index)?.text)?) {
            *head = format!("{head} {more}").trim().to_owned();
        }
        index += 1;
    }
    if !is_rule(index) {
        return None;
    }
    index += 1;
    let mut rows = Vec::new();
    while let Some(line) = lines.get(index) {
        match cells(&line.text) {
            _ if self::is_rule(&line.text) || is_edge(&line.text) => {}
            Some(row) => rows.push((index, row)),
            None => break,
        }
        index += 1;
    }
    if rows.first().is_some_and(|(_, row)| continues(&heads, row)) {
        let (_, row) = rows.remove(0);
        merge(&mut heads, &row);
    }
    let heads = heads.iter().map(String::as_str).collect();
    let taken = index - at;
    read_grid(Grid { heads, rows, taken }, lines, at)
}

/// Whether the first row goes on with the heads: it names the quantities of columns whose heads name none.
fn continues(heads: &[String], row: &[&str]) -> bool {
    let names = |cell: &&&str| {
        let heading = Heading::read(cell);
        let names = ["throughput", "bandwidth", "bw", "吞吐量", "带宽", "頻寬"];
        heading.unit.is_some() || heading.is_latency || names.contains(&cell.to_lowercase().as_str())
    };
    let is_number = |cell: &&str| cell.starts_with(|c: char| c.is_ascii_digit());
    let has_quantity = |head: &String| Heading::read(head).unit.is_some();
    let named = row.iter().filter(names).count();
    let labels = row.iter().filter(|cell| !cell.is_empty()).count();
    named > 1 && labels <= named + 1 && !row.iter().any(is_number) && !heads.iter().any(has_quantity)
}

/// Joins two lines of heads. An empty head goes on with the one before it: `| 4k randread |     |`.
fn merge(heads: &mut [String], row: &[&str]) {
    let mut last = String::new();
    for (at, (head, name)) in heads.iter_mut().zip(row).enumerate() {
        if !head.is_empty() && at > 0 {
            last.clone_from(head);
        }
        *head = format!("{} {name}", if head.is_empty() { &last } else { &*head })
            .trim()
            .to_owned();
    }
}

/// As [`read`], for a table with blanks between its columns. At least two heads name a rate with its unit:
/// `Read [MB/s]     Read [IOPS]`. The column of the names may have no head.
pub(super) fn read_aligned(lines: &[TextLine], at: usize) -> Option<(Vec<RunDraft>, usize)> {
    let columns = |text| -> Vec<&str> {
        str::split(text, "  ")
            .map(str::trim)
            .filter(|cell| !cell.is_empty())
            .collect()
    };
    let is_rate = |head: &&str| {
        matches!(
            Heading::read(head).unit,
            Some(ColumnUnit::Iops(_) | ColumnUnit::Bandwidth(_) | ColumnUnit::Syncs)
        )
    };
    let is_value = |head: &&str| head.starts_with(|c: char| c.is_ascii_digit());
    let mut heads = columns(&lines.get(at)?.text);
    if heads.len() < 2 || heads.iter().any(is_value) {
        return None;
    }
    let rates: Vec<&str> = heads.iter().filter(|head| is_rate(head)).copied().collect();
    let are_alike = (1..rates.len()).any(|at| rates[..at].contains(&rates[at]));
    let is_rule = |line: &TextLine| {
        let is_line = |c: char| matches!(c, '-' | '=' | '─' | '━' | '═');
        line.text.contains(is_line) && line.text.chars().all(|c| is_line(c) || c == ' ')
    };
    let above = 1 + lines[at + 1..].iter().take_while(|line| is_rule(line)).count();
    let rows = lines.get(at + above..)?.iter().map(|line| columns(&line.text));
    let first = rows.clone().next()?;
    // Without units in the heads, each cell has its own.
    let has_units = rates.is_empty();
    let is_own = |cell: &&str| is_value(cell) && bandwidth(cell).is_some();
    if are_alike || rates.len() == 1 || has_units && first.iter().filter(|cell| is_own(cell)).count() < 2 {
        return None;
    }
    if first.len() == heads.len() + 1 {
        heads.insert(0, "");
    }
    let is_row = |row: &Vec<&str>| {
        let mut cells = heads.iter().zip(row).filter(|(head, _)| is_rate(head));
        let are_rates = match has_units {
            true => row.iter().skip(1).all(is_own),
            false => cells.all(|(_, cell)| is_value(cell)),
        };
        row.len() == heads.len() && are_rates
    };
    let rows: Vec<Vec<&str>> = rows.take_while(is_row).collect();
    if has_units && rows.len() < 2 {
        return None;
    }
    let taken = above + rows.len();
    let rows = (at + above..).zip(rows).collect();
    read_grid(Grid { heads, rows, taken }, lines, at)
}

fn read_grid(grid: Grid<'_>, lines: &[TextLine], at: usize) -> Option<(Vec<RunDraft>, usize)> {
    let Grid { heads, rows, taken } = grid;
    let above = caption(lines, at);
    let labels = rows.iter().filter_map(|(_, row)| row.first().copied());
    let names = heads.iter().copied().chain(labels);
    if above.is_some_and(names_no_results) || data_sheet::is_table(names, above.unwrap_or_default()) {
        return Some((Vec::new(), taken));
    }
    let ddir = above.and_then(direction::only_of);
    let (places, rows): (Vec<usize>, Vec<Vec<&str>>) = rows.into_iter().unzip();
    let in_ones = in_ones(&heads, &rows);
    let mut drafts = Vec::new();
    for ((place, row), in_ones) in places.into_iter().zip(&rows).zip(&in_ones) {
        let label = row.first().copied().unwrap_or_default();
        let is_of_others = is_of_others(label) || is_provisioned(&heads, row, above.unwrap_or_default());
        // A longer label may have such a word by chance.
        let is_promised = !label.contains(' ') && is_promised(label);
        if row.len() > 1 && !is_of_others && !is_promised {
            drafts.extend(self::rows(&lines[place], &heads, row, in_ones, above));
        }
    }
    for draft in &mut drafts {
        if above.is_some_and(sysbench::is_buffered) {
            draft.notes.push(Sentence::new(messages::sysbench_buffers));
        }
        for figure in draft
            .figures
            .iter_mut()
            .filter(|figure| !figure.what.is_of_syncs())
        {
            figure.ddir = figure.ddir.or(ddir);
        }
    }
    // Its promises are no sentences either.
    if drafts.is_empty() && heads.iter().any(|head| is_promised(head)) {
        return Some((drafts, taken));
    }
    // A table without a number is prose.
    (!drafts.is_empty()).then_some((drafts, taken))
}

/// Whether a character is drawn between the cells of a row.
fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏')
}

/// Whether a character is drawn along a row.
fn is_line(c: char) -> bool {
    matches!(c, '-' | '=' | '─' | '━' | '═' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍')
}

fn cells(text: &str) -> Option<Vec<&str>> {
    let text = text.trim();
    let inner = text.strip_prefix(is_bar).unwrap_or(text);
    let inner = inner.strip_suffix(is_bar).unwrap_or(inner);
    text.contains(is_bar)
        .then(|| inner.split(is_bar).map(str::trim).collect())
}

/// Whether a line is drawn below the heads or between rows: `|---|---|`, `---+---`, `├───┼───┤`.
fn is_rule(text: &str) -> bool {
    let is_drawn = |c: char| "|-+:= \t".contains(c) || matches!(c, '\u{2500}'..='\u{257f}');
    let text = text.trim();
    text.chars().all(is_drawn)
        && text.contains(is_line)
        && text.contains(|c| !is_line(c) && !" :\t".contains(c))
}

/// Whether a line is the upper edge of a drawn table, or one between its rows: `+---+---+`, `┌───┬───┐`.
fn is_edge(text: &str) -> bool {
    let text = text.trim();
    is_rule(text) && !text.starts_with(|c: char| is_bar(c) || is_line(c) || c == ':') && text.len() > 4
}

/// A number without a unit.
pub(super) fn plain_number(cell: &str) -> Option<f64> {
    let (value, rest) = shown::grouped(cell)?;
    (rest.trim().is_empty() && value > 0.0).then_some(value)
}

/// A number without a unit, or two with a dash between.
fn plain_spread(cell: &str) -> Option<Spread> {
    let has_letter = cell.contains(|c: char| c.is_alphabetic());
    units::iops(cell).ok().filter(|_| !has_letter)
}

/// The line of text directly above a table, unless the line has a result.
fn caption(lines: &[TextLine], at: usize) -> Option<&str> {
    let mut above = lines.get(..at)?.iter().rev().take(2);
    let line = above.find(|line| !line.text.trim().is_empty())?;
    let text = line.text.trim();
    (!text.starts_with('|') && prose::read(line, None).is_empty()).then_some(text)
}

/// What a cell says.
enum CellOf<'t> {
    Command(&'t str),
    Figures(Vec<Stated>),
    Label,
}

/// What is known of the numbers of a row besides their own heads.
#[derive(Debug, Clone, Copy)]
struct Around<'t> {
    row: Heading,
    above: Heading,
    above_text: &'t str,
    /// The table has latencies.
    tells_latency: bool,
}

impl<'t> Around<'t> {
    fn of(heads: &[&str], cells: &[&str], above_text: &'t str) -> Self {
        let row = cells;
        let mut row_says = Heading::of_row(heads, row);
        // The head above the names of the rows may have the unit of all columns.
        let is_named = row.first().is_some_and(|name| plain_number(name).is_none());
        if row_says.unit.is_none() && !row_says.is_latency && is_named {
            let corner = heads.first().map(|head| Heading::read(head)).unwrap_or_default();
            row_says = Heading {
                statistic: row_says.statistic.or(corner.statistic),
                ..corner
            };
        }
        let row = row_says;
        let mut above = Heading::read(above_text);
        // A sentence with such a word says nothing of the numbers.
        above.statistic = above.statistic.filter(|_| above.is_latency);
        let says: Vec<Heading> = heads.iter().map(|head| Heading::read(head)).collect();
        let is_rate = |unit: &ColumnUnit| !matches!(unit, ColumnUnit::Time(_));
        // Where a column has its own unit, the others are not in that of the caption.
        if says.iter().any(|head| head.unit.as_ref().is_some_and(is_rate)) {
            above.unit = above.unit.filter(|unit| !is_rate(unit));
        }
        // A time below `p99` is a latency, and so is one below `max` next to it.
        let is_time = |(head, cell): (&&str, &&str)| {
            percentile(&head.to_lowercase()).is_some() && units::latency(&cleaned(cell)).is_ok()
        };
        let is_latency = says.iter().any(|head| head.is_latency) || heads.iter().zip(cells).any(is_time);
        Self {
            row,
            above,
            above_text,
            tells_latency: is_latency || row.is_latency || above.is_latency,
        }
    }

    fn unit(&self) -> Option<ColumnUnit> {
        self.row.unit.or(self.above.unit)
    }
}

/// A number with points before groups of three digits, alone in its cell or with its unit: without them where they are between thousands, and empty
/// where the last may begin a fraction as well.
type InOnes = Option<String>;

/// The numbers of each row whose points are between thousands. One in a column tells of all of them, and of the other columns of its row: `390.000`.
fn in_ones(heads: &[&str], rows: &[Vec<&str>]) -> Vec<Vec<InOnes>> {
    let number = |cell: &str| {
        let plain = cleaned(cell);
        let low = plain.to_lowercase();
        let number = low.strip_suffix("iops").unwrap_or(&low).trim_end().to_owned();
        let is_number = number.bytes().all(|c| c.is_ascii_digit() || c == b'.');
        (is_number && number.contains('.')).then_some(number)
    };
    let mut found: Vec<Vec<InOnes>> = rows.iter().map(|row| vec![None; row.len()]).collect();
    let mut others: Vec<usize> = Vec::new();
    for (at, head) in heads.iter().enumerate() {
        let column = || {
            rows.iter()
                .enumerate()
                .filter_map(|(row, cells)| Some((row, cells.get(at)?)))
        };
        let numbers = column().filter_map(|(row, cell)| Some((row, shown::thousands(&number(cell)?))));
        let numbers: Vec<(usize, Option<Option<String>>)> = numbers.collect();
        if numbers.iter().any(|(_, groups)| groups.is_none()) {
            continue;
        }
        let has_unit = column().any(|(_, cell)| cell.to_lowercase().ends_with("iops"));
        if !has_unit && Heading::read(head).unit != Some(ColumnUnit::Iops(1.0)) {
            others.push(at);
            continue;
        }
        let are_thousands = numbers.iter().all(|(_, groups)| matches!(groups, Some(Some(_))));
        for (row, groups) in numbers {
            found[row][at] = Some(groups.flatten().filter(|_| are_thousands).unwrap_or_default());
        }
    }
    for (row, cells) in rows.iter().enumerate() {
        if !found[row].iter().flatten().any(|one| !one.is_empty()) {
            continue;
        }
        for at in &others {
            let number = cells.get(*at).and_then(|cell| number(cell));
            if let Some(number) = number {
                found[row][*at] = Some(number.replace('.', ""));
            }
        }
    }
    if has_decimal_commas(rows) {
        for (cells, found) in rows.iter().zip(&mut found) {
            for (cell, found) in cells.iter().zip(found) {
                let is_number = cell.starts_with(|c: char| c.is_ascii_digit());
                if found.is_none() && is_number && cell.matches(',').count() == 1 && !cell.contains('.') {
                    *found = Some(cell.replace(',', "."));
                }
            }
        }
    }
    found
}

/// Whether the numbers of a table have commas for points: one of them has a comma that cannot be between thousands, and none has one that must be.
fn has_decimal_commas(rows: &[Vec<&str>]) -> bool {
    let numbers = || {
        let cells = rows.iter().flatten().filter(|cell| cell.contains(','));
        cells.filter_map(|cell| {
            let end = cell.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')));
            let number = &cell[..end.unwrap_or(cell.len())];
            number.starts_with(|c: char| c.is_ascii_digit()).then_some(number)
        })
    };
    let is_decimal =
        |number: &str| number.matches(',').count() == 1 && !shown::with_points(number).contains(',');
    let is_between_thousands = |number: &str| {
        let comma = number.find(',').unwrap_or_default();
        number.matches(',').count() > 1 || number.rfind('.').is_some_and(|point| point > comma)
    };
    numbers().any(is_decimal) && !numbers().any(is_between_thousands)
}

fn rows(
    line: &TextLine,
    heads: &[&str],
    row: &[&str],
    in_ones: &[InOnes],
    above: Option<&str>,
) -> Vec<RunDraft> {
    let head = |at: usize| heads.get(at).copied().unwrap_or_default();
    let around = Around::of(heads, row, above.unwrap_or_default());
    let read: Vec<CellOf<'_>> = row
        .iter()
        .enumerate()
        .map(|(at, cell)| {
            let cell = in_ones[at].as_deref().unwrap_or(cell);
            cell_of(head(at), cell, Some(&around).filter(|_| at > 0))
        })
        .collect();
    let has_two_readings = |at: usize| in_ones[at].as_deref() == Some("");
    let labels: Vec<(String, String)> = row
        .iter()
        .enumerate()
        .filter(|(at, cell)| matches!(read[*at], CellOf::Label) && !cell.is_empty() && !has_two_readings(*at))
        .map(|(at, cell)| (head(at).to_owned(), (*cell).to_owned()))
        .collect();
    let command = read.iter().find_map(|cell| match cell {
        CellOf::Command(command) => Some(*command),
        _ => None,
    });
    // Only settings are numbers that name a row.
    let named = labels
        .iter()
        .enumerate()
        .filter(|(at, (head, cell))| {
            let is_setting = || !has_unit(head) && (*at == 0 || is_setting(head));
            !is_price(cell) && !is_blank(cell) && (plain_number(cell).is_none() || is_setting())
        })
        .map(|(_, label)| label);
    let name = named
        .map(|(_, value)| value.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    // The head above the names may tell the direction of all rows.
    let corner =
        || direction::only_of(heads.first()?).filter(|_| matches!(read.first(), Some(CellOf::Label)));
    let found = figures_of_row(&read, heads, direction::only_of(&name).or_else(corner));
    // Columns with the same quantity are results of as many settings.
    let each = command.is_none() && is_repeated(&found);
    let setting = setting(heads, row, &labels, around.above_text);
    let mut drafts: Vec<RunDraft> = Vec::new();
    let mut stated: Vec<Stated> = Vec::new();
    for (at, figures) in found {
        if drafts.is_empty() || each {
            let mut draft = RunDraft::new(ImportKind::Table, (line.number, line.number), name.clone());
            draft.labels.clone_from(&labels);
            draft.notes.extend(unread_notes(&labels, in_ones));
            drafts.push(draft);
            stated.clear();
        }
        let Some(draft) = drafts.last_mut() else { continue };
        if each {
            draft.label("setting", head(at));
            draft.name = format!("{} {}", draft.name, head(at)).trim().to_owned();
        }
        draft.label(head(at), row[at]);
        for figure in &figures {
            draft.spread(figure.what, figure.ddir, figure.value, None);
        }
        stated.extend(figures);
    }
    if let (Some(command), Some(draft)) = (command, drafts.first_mut()) {
        draft.ran_by_command(command);
    }
    if let [draft] = drafts.as_mut_slice() {
        let setting = match draft.plan.jobs.as_slice() {
            [job] => RowSetting::of_job(job),
            _ => setting,
        };
        draft.mismatches = agreement::mismatches(&stated, &setting);
        draft.notes.extend(agreement::many_jobs(&stated, &setting));
    }
    drafts
}

/// The figures of a row by their columns, with what the heads say of them.
fn figures_of_row(read: &[CellOf<'_>], heads: &[&str], row_says: Option<Ddir>) -> Vec<(usize, Vec<Stated>)> {
    let is_database = heads.iter().any(|head| is_of_database(head));
    let mut found: Vec<(usize, Vec<Stated>)> = Vec::new();
    for (at, cell) in read.iter().enumerate() {
        let CellOf::Figures(figures) = cell else { continue };
        let head = heads.get(at).copied().unwrap_or_default();
        if is_promised(head) || is_of_others(head) {
            continue;
        }
        let says = direction::only_of(head).or(row_says);
        let workload = workload(head);
        let is_of_storage = |figure: &&Stated| !is_database || is_rate(figure.what);
        let directed = figures.iter().filter(is_of_storage).map(|figure| Stated {
            ddir: figure.ddir.or(says),
            workload: workload.clone(),
            ..figure.clone()
        });
        found.push((at, directed.collect()));
    }
    without_doubles(&mut found, heads);
    let has = |what: FigureOf| {
        found
            .iter()
            .flat_map(|(_, figures)| figures)
            .any(|one| one.what == what)
    };
    if has(FigureOf::SyncsPerS) && !has(FigureOf::Iops) {
        of_syncs(&mut found);
    }
    found
}

/// Makes the latencies of a row those of the syncs that it counts.
fn of_syncs(found: &mut [(usize, Vec<Stated>)]) {
    let of_sync = |what: FigureOf| match what {
        FigureOf::LatMeanNs => FigureOf::SyncMeanNs,
        FigureOf::LatMaxNs => FigureOf::SyncMaxNs,
        other => {
            let known = PERCENTILES.iter().find(|one| one.of_ios == other);
            known.map_or(other, |one| one.of_syncs)
        }
    };
    for (_, figures) in found {
        // No figure is the shortest sync.
        figures.retain(|one| one.what != FigureOf::LatMinNs);
        for one in figures {
            one.what = of_sync(one.what);
        }
    }
}

fn is_rate(what: FigureOf) -> bool {
    matches!(what, FigureOf::Iops | FigureOf::BytesPerS | FigureOf::SyncsPerS)
}

/// Whether a head counts what a database does, whose latencies are not those of its storage.
fn is_of_database(head: &str) -> bool {
    const COUNTS: [&str; 6] = ["tps", "qps", "tpm", "transactions", "queries", "commits"];
    let low = head.to_lowercase();
    low.split(|c: char| !c.is_alphanumeric())
        .any(|word| COUNTS.contains(&word))
}

/// Whether a cell holds a sum of money.
fn is_price(cell: &str) -> bool {
    cell.contains(['$', '€', '£', '¥']) && cell.contains(|c: char| c.is_ascii_digit())
}

/// Whether a cell says nothing of what a row is: `N/A`, `-13%`.
fn is_blank(cell: &str) -> bool {
    let is_percent = cell.contains('%') && !cell.contains(char::is_alphabetic);
    is_percent || matches!(cell.to_lowercase().as_str(), "n/a" | "na" | "-" | "–" | "—")
}

/// Whether a row lists a volume of a cloud with the IOPS that were ordered: it names no I/O, and has no other quantity.
fn is_provisioned(heads: &[&str], row: &[&str], above: &str) -> bool {
    const TYPES: [&str; 6] = ["gp2", "gp3", "io1", "io2", "st1", "sc1"];
    let texts = || heads.iter().chain(row).copied().chain([above]);
    let has_type = row
        .iter()
        .any(|cell| TYPES.contains(&cell.to_lowercase().as_str()));
    let measured = |head: &&str| {
        let says = Heading::read(head);
        says.is_latency || matches!(says.unit, Some(ColumnUnit::Bandwidth(_)))
    };
    let names_io =
        |text: &str| direction::only_of(text).is_some() || !workload(text).is_empty() || text.contains("fio");
    has_type && !heads.iter().any(measured) && !texts().any(names_io)
}

/// How many numbers of a row have no unit, and how many have two readings.
fn unread_notes(labels: &[(String, String)], in_ones: &[InOnes]) -> impl Iterator<Item = Sentence> + use<> {
    let has_none = |(head, cell): &&(String, String)| {
        plain_number(cell).is_some() && !has_unit(head) && !is_setting(head)
    };
    let numbers = labels.iter().filter(has_none).count() as u64;
    let without_unit = Sentence::new(|lang| messages::NumbersWithoutUnit { numbers }.text(lang));
    let without_unit = (numbers > 0).then_some(without_unit);
    let numbers = in_ones.iter().flatten().filter(|one| one.is_empty()).count() as u64;
    let with_two = Sentence::new(|lang| messages::NumbersWithTwoReadings { numbers }.text(lang));
    without_unit.into_iter().chain((numbers > 0).then_some(with_two))
}

/// Removes what a row has in another column as well: a rate in another unit, and the largest and the least rate beside the mean.
fn without_doubles(found: &mut Vec<(usize, Vec<Stated>)>, heads: &[&str]) {
    let heading = |at: usize| heads.get(at).map(|head| Heading::read(head)).unwrap_or_default();
    let is_mean = |at: usize| {
        let statistic = heading(at).statistic;
        statistic.is_none_or(|statistic| statistic == Statistic::Of(FigureOf::LatMeanNs))
    };
    let all = found.clone();
    for (at, figures) in found.iter_mut() {
        figures.retain(|figure| {
            let is_double = |other_at: usize, other: &Stated| {
                let is_same = (other.what, other.ddir) == (figure.what, figure.ddir);
                let near = (other.value.high / figure.value.high - 1.0).abs()
                    <= 0.01 + 2.0 * (other.rounding + figure.rounding);
                let in_other_unit = other_at < *at && near && heading(other_at).unit != heading(*at).unit;
                is_same && is_rate(figure.what) && (is_mean(other_at) && !is_mean(*at) || in_other_unit)
            };
            let mut others = all.iter().filter(|(other, _)| other != at);
            !others.any(|(other_at, others)| others.iter().any(|other| is_double(*other_at, other)))
        });
    }
    found.retain(|(_, figures)| !figures.is_empty());
}

/// Whether two columns hold the same quantity of the same direction.
fn is_repeated(found: &[(usize, Vec<Stated>)]) -> bool {
    let all: Vec<(FigureOf, Option<Ddir>)> = found
        .iter()
        .flat_map(|(_, figures)| figures.iter().map(|figure| (figure.what, figure.ddir)))
        .collect();
    all.iter().enumerate().any(|(at, one)| all[..at].contains(one))
}

/// `around` is what the row and the line above say of the cell.
fn cell_of<'t>(head: &str, cell: &'t str, around: Option<&Around<'_>>) -> CellOf<'t> {
    if let Some(command) = command::find(cell) {
        return CellOf::Command(command);
    }
    let plain = cleaned(cell);
    let mut figures = Vec::new();
    if plain.contains("IOPS=") {
        // As fio prints both: `IOPS=1600, BW=6401KiB/s`.
        for (name, value) in plain.split(',').filter_map(|part| part.split_once('=')) {
            let value = value.split(" (").next().unwrap_or(value).trim();
            figures.extend(match name.trim() {
                "IOPS" => units::iops(value)
                    .ok()
                    .map(|iops| Stated::new(FigureOf::Iops, None, iops, value)),
                _ => bandwidth(value).map(|rate| Stated::new(FigureOf::BytesPerS, None, rate, value)),
            });
        }
    } else if plain.starts_with("[r=") || plain.starts_with("[w=") {
        // As fio shows its progress: `[r=310MiB/s][r=79.4k IOPS]`.
        for (name, value) in plain
            .split(['[', ']', ','])
            .filter_map(|part| part.split_once('='))
        {
            let ddir = if name == "r" { Ddir::Read } else { Ddir::Write };
            let iops = || {
                value
                    .strip_suffix(" IOPS")
                    .and_then(|value| units::iops(value).ok())
            };
            let (what, rate) = match bandwidth(value) {
                Some(rate) => (FigureOf::BytesPerS, Some(rate)),
                None => (FigureOf::Iops, iops()),
            };
            figures.extend(rate.map(|rate| Stated::new(what, Some(ddir), rate, value)));
        }
    } else if let Some((rate, latency)) = plain.split_once('@') {
        // `9300 IOPS@3.1ms`
        let rate = figure(head, rate.trim(), around).filter(|one| one.what != FigureOf::LatMeanNs);
        let known = units::latency(latency.trim()).ok().filter(|_| rate.is_some());
        let latency = known.map(|(ns, _)| Stated::new(FigureOf::LatMeanNs, None, ns, latency));
        figures.extend(rate.into_iter().chain(latency));
    } else if plain.contains("R=") || plain.contains("W=") {
        for part in plain.split([' ', ',', '/']) {
            let (ddir, value) = match part.split_once('=') {
                Some(("R" | "r", value)) => (Ddir::Read, value),
                Some(("W" | "w", value)) => (Ddir::Write, value),
                _ => continue,
            };
            if let Some(shown) = shown::scaled(value) {
                let value = Spread::of(shown.value);
                figures.push(Stated::new(FigureOf::Iops, Some(ddir), value, part));
            }
        }
    } else if let (Some([first, second]), Some((one, other))) = (direction::pair_of(head), pair(&plain)) {
        let each = [(first, one), (second, other)];
        figures.extend(each.into_iter().filter_map(|(ddir, part)| {
            let mut figure = figure(head, &part, around)?;
            figure.ddir = Some(ddir);
            Some(figure)
        }));
    } else {
        // `216 MiB/s (226 MB/s)`, `2722 (read)`
        let (number, aside) = plain.split_once('(').unwrap_or((&plain, ""));
        figures.extend(figure(head, number.trim(), around).map(|figure| Stated {
            ddir: direction::only_of(aside),
            ..figure
        }));
        // `65 MB/s (16k IOPS)` has two quantities.
        let aside = aside.trim_end_matches(')').trim();
        let has_own = aside.to_lowercase().ends_with("iops") || bandwidth(aside).is_some();
        let second = figure("", aside, None).filter(|_| has_own);
        // `430 MB/s (107568)` below `4k (IOPS)`.
        let has_iops = || matches!(Heading::read(head).unit, Some(ColumnUnit::Iops(_)));
        let iops = || Some(Stated::new(FigureOf::Iops, None, units::iops(aside).ok()?, aside));
        let second = second.or_else(|| iops().filter(|_| has_iops()));
        let is_other = |second: &Stated| figures.iter().any(|first| first.what != second.what);
        figures.extend(second.filter(is_other));
    }
    if figures.is_empty() {
        CellOf::Label
    } else {
        CellOf::Figures(figures)
    }
}

/// The figure of one number.
fn figure(head: &str, plain: &str, around: Option<&Around<'_>>) -> Option<Stated> {
    let says = Heading::read(head);
    let own = around.filter(|_| !is_setting(head));
    let told = says.is_latency
        || own.is_some_and(|around| around.row.is_latency || around.above.is_latency)
        || around.is_some_and(|around| around.tells_latency && says.statistic.is_some() && !is_setting(head));
    let of_row = own.and_then(|around| around.row.statistic.or(around.above.statistic));
    let latency = || match says
        .statistic
        .or(of_row)
        .unwrap_or(Statistic::Of(FigureOf::LatMeanNs))
    {
        Statistic::Of(what) => Some(what),
        Statistic::Other => None,
    };
    let (what, value) = if let Some(bandwidth) = bandwidth(plain) {
        (FigureOf::BytesPerS, bandwidth)
    } else if let Ok((ns, _)) = units::latency(plain) {
        (latency().filter(|_| told)?, ns)
    } else if plain.to_lowercase().ends_with("iops") {
        (FigureOf::Iops, units::iops(plain).ok()?)
    } else if let Some(number) = syncs_per_s(plain) {
        (FigureOf::SyncsPerS, units::iops(number).ok()?)
    } else {
        let is_time = |unit: &ColumnUnit| matches!(unit, ColumnUnit::Time(_)) || !says.is_latency;
        match says.unit.or(own.and_then(Around::unit).filter(is_time))? {
            ColumnUnit::Iops(factor) => {
                let factor = plain_spread(plain).map_or(1.0, |_| factor);
                // A row or a caption with the unit has no other numbers to tell.
                let whole = shown::thousands(plain).filter(|_| says.unit.is_none());
                let plain = whole.map_or(Some(plain.to_owned()), |whole| whole)?;
                (FigureOf::Iops, units::iops(&plain).ok()?.times(factor))
            }
            ColumnUnit::Syncs => (FigureOf::SyncsPerS, units::iops(plain).ok()?),
            ColumnUnit::Bandwidth(one) => (FigureOf::BytesPerS, plain_spread(plain)?.times(one)),
            ColumnUnit::Time(one) => (latency().filter(|_| told)?, plain_spread(plain)?.times(one)),
        }
    };
    // The deviation of a rate is none.
    let is_deviation = is_rate(what) && says.statistic == Some(Statistic::Other);
    (!is_deviation).then(|| Stated::new(what, None, value, plain))
}

/// A bandwidth as people write it in tables: `M/s` is 10⁶ bytes there.
fn bandwidth(text: &str) -> Option<Spread> {
    let whole = match text.strip_suffix("/s") {
        Some(head) if head.ends_with(['K', 'M', 'G', 'k', 'm', 'g']) => format!("{head}B/s"),
        Some(_) => text.to_owned(),
        // `tps` are transactions.
        None if ["Bps", "bps", "bitps"].iter().any(|unit| text.ends_with(unit)) => text.to_owned(),
        None => return None,
    };
    units::bandwidth(&whole).ok()
}

/// A cell without marks and with one way to write numbers: `~**10 000**`, `5 ± 1 ms`, `20MB/sec`.
pub(super) fn cleaned(cell: &str) -> String {
    let marks = ['*', '`', '~', '_', '≈', ' '];
    let text = cell
        .replace(['\u{a0}', '\u{202f}', '\u{2009}'], " ")
        .replace("**", "")
        .replace('"', "");
    let text = text.trim_matches(marks).replace("/sec", "/s");
    let text = match text.split_once('±') {
        Some((number, deviation)) => with_unit_of(number, deviation),
        None => text,
    };
    let words: Vec<&str> = text.split(' ').collect();
    let is_group = |(at, word): &(usize, &&str)| {
        let is_digits = word.bytes().all(|c| c.is_ascii_digit());
        is_digits && (word.len() == 3 || *at == 0 && (1..3).contains(&word.len()))
    };
    let groups = words.iter().enumerate().take_while(is_group).count();
    let (thousands, rest) = words.split_at(groups);
    let mut out = thousands.concat();
    for word in rest {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    shown::with_points(&out).into_owned()
}

/// The two numbers of a cell: `500 / 300 MB/s`, `2,800 (2,000)`.
fn pair(plain: &str) -> Option<(String, String)> {
    let is_number = |text: &str| text.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let at = plain
        .match_indices(['/', '('])
        .map(|(at, _)| at)
        .find(|at| is_number(&plain[at + 1..]))?;
    let (first, second) = (plain[..at].trim(), plain[at + 1..].trim_end_matches(')').trim());
    is_number(first).then(|| (with_unit_of(first, second), second.to_owned()))
}

/// A number with the unit of the number after it, unless it has one.
fn with_unit_of(number: &str, next: &str) -> String {
    let end = |text: &str| text.rfind(|c: char| c.is_ascii_digit()).map_or(0, |at| at + 1);
    let unit = &next[end(next)..];
    match plain_number(number) {
        Some(_) => format!("{}{unit}", number.trim()),
        None => number.trim().to_owned(),
    }
}
