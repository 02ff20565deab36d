//! Reads the line that scp leaves of a transfer.

use fiord_record::imported::{FigureOf, ImportKind};

use super::{Found, LinePlace};
use crate::command::Program;
use crate::shown::bytes;

/// `file   100% 3743MB 111.8MB/s   00:33`: scp's MB are 2²⁰ bytes.
pub(super) fn read(place: LinePlace<'_>) -> Found {
    let text = place.first()?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "100%")?;
    let rate = words.get(at + 2).filter(|word| word.ends_with("B/s"))?;
    let total = bytes(words.get(at + 1)?, true)?;
    let mut draft = place.run(ImportKind::Scp, 1, words.first()?)?;
    place.claim(Program::Scp, &mut draft);
    draft.figure(FigureOf::BytesPerS, None, bytes(rate, true)?.value);
    draft.figure(FigureOf::Bytes, None, total.value);
    let clock = words
        .get(at + 3)
        .map(|clock| clock.split(':').map(|part| part.parse::<u64>().ok()));
    let seconds = clock.and_then(|parts| parts.collect::<Option<Vec<u64>>>());
    let seconds = seconds.map(|parts| {
        parts
            .iter()
            .fold(0_u64, |sum, part| sum.saturating_mul(60).saturating_add(*part))
    });
    draft.known(FigureOf::RuntimeNs, None, seconds.map(|s| s as f64 * 1e9));
    Some((vec![draft], 1))
}
