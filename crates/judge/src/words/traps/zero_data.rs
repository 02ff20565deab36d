use crate::case::shrink::Shrinker;
use crate::case::trap::Subject;
use crate::traps::zero_data::{Observed, Payload};
use fiord_record::number::{Bytes, Share, plural};

use crate::words::names::thing;
use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, subject: &Subject) -> String {
        match self {
            Observed::Written { content, on } => format!("{}{}", written(content), layer(on.as_ref())),
            Observed::Sampled {
                files,
                sampled_blocks,
                zero_blocks,
                zero_share,
                compressed_share,
                on,
            } => {
                let place = match files {
                    1 => thing(subject),
                    files => plural(*files, "file"),
                };
                let on = layer(on.as_ref());
                if *zero_share > 0.05 {
                    let verb = if *zero_blocks == 1.0 { "is" } else { "are" };
                    format!("{zero_blocks} of {sampled_blocks} sampled blocks of {place} {verb} zeros{on}")
                } else {
                    let share = Share(*compressed_share);
                    format!("{sampled_blocks} sampled blocks of {place} would compress to {share}{on}")
                }
            }
            Observed::Encoded { encoded_bytes } => format!(
                "{} of the target is stored compressed by the file system",
                Bytes(*encoded_bytes)
            ),
        }
    }
}

fn written(content: &Payload) -> String {
    match content {
        Payload::Zeros => "zero_buffers: every byte written is zero".to_owned(),
        Payload::Pattern { pattern_bytes } => format!(
            "buffer_pattern repeats {} over every block",
            plural(*pattern_bytes, "byte")
        ),
        Payload::Compressible { compress_percent } => format!(
            "buffer_compress_percentage={compress_percent}: the blocks can be compressed by that much"
        ),
        Payload::Copies { dedupe_percent } => {
            format!("dedupe_percentage={dedupe_percent}: that share of the blocks is a copy of others")
        }
        Payload::SameBlock => {
            "scramble_buffers=0 without refill_buffers: the same block is written again and again".to_owned()
        }
    }
}

fn layer(on: Option<&Shrinker>) -> String {
    match on {
        Some(Shrinker::FileSystem(how)) => format!(", and the file system compresses ({how})"),
        Some(Shrinker::Zram(name)) => format!(", and {name} compresses and skips repeated pages"),
        Some(Shrinker::Vdo(name)) => format!(", and {name} deduplicates and compresses"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use crate::case::Thing;

    use super::*;

    #[test]
    fn sampled_blocks_are_described_by_their_zeros_or_by_what_they_compress_to() {
        let of = |zero_blocks: f64, compressed_share| {
            let sampled = Observed::Sampled {
                files: 1,
                sampled_blocks: 64.0,
                zero_blocks,
                zero_share: zero_blocks / 64.0,
                compressed_share,
                on: None,
            };
            sampled.saw(&Subject::whole().on(Thing::File("f".into())))
        };
        assert_eq!(of(4.0, 0.9), "4 of 64 sampled blocks of f are zeros");
        assert_eq!(of(64.0, 0.0), "64 of 64 sampled blocks of f are zeros");
        assert_eq!(of(0.0, 0.25), "64 sampled blocks of f would compress to 25 %");
    }
}
