//! Where the device is to put a write: the next placement identifier or stream (`dataplacement`).

use fiord_job::plan::{DataPlacement, DirectivePlan, PlacementOf, SchemeEntry};
use fiord_messages::{Sentence, run_errors as messages};
use fiord_targets::passthrough::nvme::Directive;
use fiord_workload::rng::Rng;

/// Type of the directive for streams, and for data placement (NVM Express Base 2.0, 8.7).
const STREAMS: u8 = 1;
const PLACEMENT: u8 = 2;

/// See the module.
#[derive(Debug)]
pub(crate) enum Directives {
    /// Wherever the device likes.
    None,
    /// One of a list, for each write.
    Of {
        kind: u8,
        ids: Box<[u16]>,
        choice: Choice,
    },
}

/// How the next of the list is chosen.
#[derive(Debug)]
pub(crate) enum Choice {
    RoundRobin { at: usize },
    Random(Rng),
    ByOffset(Box<[SchemeEntry]>),
}

impl Directives {
    /// `handles`: the identifiers that the device has, of which `plids` names some by their place in that list.
    ///
    /// # Errors
    /// In words: the device has none, or not as many as named.
    pub(crate) fn new(plan: &DirectivePlan, handles: Vec<u16>, seed: u64) -> Result<Self, Sentence> {
        let (kind, ids) = match plan.kind {
            DataPlacement::None => return Ok(Self::None),
            // A scheme names streams by their numbers.
            DataPlacement::Streams if plan.choice == PlacementOf::Scheme => {
                let last = plan.scheme.iter().map(|entry| entry.index).max();
                (STREAMS, (0..=last.unwrap_or(0)).collect())
            }
            DataPlacement::Streams => (STREAMS, plan.ids.clone()),
            DataPlacement::Fdp if handles.is_empty() => {
                return Err(Sentence::new(messages::no_placement_ids));
            }
            DataPlacement::Fdp if plan.ids.is_empty() => (PLACEMENT, handles),
            DataPlacement::Fdp => {
                let named = |index: &u16| {
                    let id = handles.get(usize::from(*index)).copied();
                    let count = &handles.len();
                    id.ok_or_else(|| Sentence::new(|lang| messages::PlacementId { index, count }.text(lang)))
                };
                (PLACEMENT, plan.ids.iter().map(named).collect::<Result<_, _>>()?)
            }
        };
        let choice = match plan.choice {
            PlacementOf::RoundRobin => Choice::RoundRobin { at: 0 },
            PlacementOf::Random => Choice::Random(Rng::from_seed(seed ^ u64::from(kind))),
            PlacementOf::Scheme => {
                let beyond = |entry: &&SchemeEntry| usize::from(entry.index) >= ids.len();
                if let Some(entry) = plan.scheme.iter().find(beyond) {
                    let (index, count) = (&entry.index, &ids.len());
                    return Err(Sentence::new(|lang| {
                        messages::PlacementIndex { index, count }.text(lang)
                    }));
                }
                Choice::ByOffset(plan.scheme.clone().into_boxed_slice())
            }
        };
        Ok(Self::Of {
            kind,
            ids: ids.into_boxed_slice(),
            choice,
        })
    }

    /// Of the next write, at this offset. What no line of a scheme covers goes where the device likes.
    pub(crate) fn next(&mut self, offset: u64) -> Option<Directive> {
        let Self::Of { kind, ids, choice } = self else {
            return None;
        };
        let index = match choice {
            Choice::RoundRobin { at } => {
                let index = *at;
                *at = (index + 1) % ids.len().max(1);
                index
            }
            Choice::Random(rng) => rng.below(ids.len() as u64) as usize,
            Choice::ByOffset(scheme) => {
                let covers = |entry: &&SchemeEntry| (entry.start..entry.end).contains(&offset);
                usize::from(scheme.iter().find(covers)?.index)
            }
        };
        Some(Directive {
            kind: *kind,
            specific: *ids.get(index)?,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn plan(kind: DataPlacement, choice: PlacementOf, ids: &[u16]) -> DirectivePlan {
        DirectivePlan {
            kind,
            choice,
            ids: ids.to_vec(),
            scheme: Vec::new(),
        }
    }

    fn drawn(placement: &mut Directives, count: u64) -> Vec<u16> {
        let next = |n| placement.next(n * 4096).unwrap().specific;
        (0..count).map(next).collect()
    }

    #[test]
    fn round_robin_goes_over_all_that_the_device_has_or_that_are_named() {
        let all = plan(DataPlacement::Fdp, PlacementOf::RoundRobin, &[]);
        let mut placement = Directives::new(&all, vec![7, 8, 9], 1).unwrap();
        assert_eq!(drawn(&mut placement, 4), [7, 8, 9, 7]);
        assert_eq!(placement.next(0).unwrap().kind, 2);
        let some = plan(DataPlacement::Fdp, PlacementOf::RoundRobin, &[2, 0]);
        let mut placement = Directives::new(&some, vec![7, 8, 9], 1).unwrap();
        assert_eq!(drawn(&mut placement, 3), [9, 7, 9]);
        let streams = plan(DataPlacement::Streams, PlacementOf::RoundRobin, &[4, 5]);
        let mut placement = Directives::new(&streams, Vec::new(), 1).unwrap();
        assert_eq!(drawn(&mut placement, 3), [4, 5, 4]);
        assert_eq!(placement.next(0).unwrap().kind, 1);
    }

    #[test]
    fn random_uses_each_and_repeats_with_the_seed() {
        let random = plan(DataPlacement::Fdp, PlacementOf::Random, &[]);
        let draw = |seed| drawn(&mut Directives::new(&random, vec![1, 2, 3], seed).unwrap(), 100);
        assert_eq!(draw(5), draw(5));
        assert_ne!(draw(5), draw(6));
        assert!([1, 2, 3].iter().all(|id| draw(5).contains(id)));
    }

    #[test]
    fn a_scheme_goes_by_the_offset_and_its_first_line_counts() {
        let line = |start, end, index| SchemeEntry { start, end, index };
        let mut scheme = plan(DataPlacement::Fdp, PlacementOf::Scheme, &[]);
        scheme.scheme = vec![line(0, 4096, 1), line(0, 12288, 0)];
        let mut placement = Directives::new(&scheme, vec![7, 8], 1).unwrap();
        assert_eq!(drawn(&mut placement, 3), [8, 7, 7]);
        assert_eq!(placement.next(12288), None);
        let streams = DirectivePlan {
            kind: DataPlacement::Streams,
            ..scheme.clone()
        };
        let mut placement = Directives::new(&streams, Vec::new(), 1).unwrap();
        let first = placement.next(0).unwrap();
        assert_eq!((first.kind, first.specific), (1, 1), "the stream itself");
        scheme.scheme = vec![line(0, 4096, 2)];
        assert!(
            Directives::new(&scheme, vec![7, 8], 1)
                .unwrap_err()
                .to_string()
                .contains("2 placement identifiers")
        );
    }

    #[test]
    fn what_the_device_lacks_is_said() {
        let fdp = plan(DataPlacement::Fdp, PlacementOf::RoundRobin, &[3]);
        assert!(
            Directives::new(&fdp, vec![7], 1)
                .unwrap_err()
                .to_string()
                .contains("the device has 1, numbered from 0")
        );
        assert!(Directives::new(&fdp, Vec::new(), 1).is_err());
        let none = plan(DataPlacement::None, PlacementOf::RoundRobin, &[]);
        assert!(Directives::new(&none, Vec::new(), 1).unwrap().next(0).is_none());
    }
}
