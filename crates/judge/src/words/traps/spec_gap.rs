use crate::case::trap::Subject;
use crate::traps::spec_gap::{GAP, Observed, Ratio};
use fiord_record::number::{Bytes, Share, short};

use crate::words::compare::{all, claim, nothing_claimed, options_of};
use crate::words::observation::Words;

impl Words for Observed {
    fn saw(&self, _: &Subject) -> String {
        match self {
            Observed::Nearest {
                device,
                claim: nearest,
                differences,
                ..
            } => {
                let rest = if differences.is_empty() {
                    "this job is what it is about".to_owned()
                } else {
                    format!("this job differs: {}", all(differences))
                };
                format!("the nearest claim of {device} is {}; {rest}", claim(nearest))
            }
            Observed::Unclaimed {
                device,
                workload,
                known,
            } => nothing_claimed(device, *workload, known),
            Observed::Ratio(found) => ratio(found),
        }
    }

    fn why(&self) -> Option<String> {
        let Observed::Ratio(found) = self else { return None };
        if !found.differences.is_empty() {
            return None;
        }
        let why = match found.ratio_percent / 100.0 {
            ratio if ratio < GAP.0 => {
                "block size, depth and path are the claim's, so the drive, its state or its link is slower than its sheet says"
            }
            ratio if ratio > GAP.1 => {
                "a drive that does more than its maker says usually did not do it alone"
            }
            _ => "block size, depth and path are the claim's",
        };
        Some(why.to_owned())
    }

    fn advice(&self) -> Option<String> {
        let compare = |claim| format!("to compare it with the claim, run {}", options_of(claim));
        Some(match self {
            Observed::Unclaimed { .. } => return None,
            Observed::Nearest {
                claim, differences, ..
            } => match differences.is_empty() {
                true => "look at the ratio after the run".to_owned(),
                false => compare(claim),
            },
            Observed::Ratio(found) if !found.differences.is_empty() => compare(&found.claim),
            Observed::Ratio(found) => match found.ratio_percent / 100.0 {
                ratio if ratio < GAP.0 => {
                    "run `fiord doctor` for link, heat, wear and limits; then measure longer after preconditioning"
                        .to_owned()
                }
                ratio if ratio > GAP.1 => {
                    "look where the bytes came from: a cache, zeros, blocks that were never written".to_owned()
                }
                _ => "nothing to do".to_owned(),
            },
        })
    }
}

fn ratio(found: &Ratio) -> String {
    let depth = found.achieved_depth.map_or("depth unknown".to_owned(), |depth| {
        format!("{} in flight", short(depth))
    });
    let mut saw = format!(
        "{} {} ({}, {depth}) is {} of what {} claims: {}",
        found.ddir.name(),
        found.rate,
        Bytes(found.block_bytes.round() as u64),
        Share(found.ratio_percent / 100.0),
        found.device,
        claim(&found.claim)
    );
    if !found.differences.is_empty() {
        saw.push_str(&format!("; not comparable: {}", all(&found.differences)));
    }
    saw
}
