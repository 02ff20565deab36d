//! Follows bios through the block layer, from the queue to completion: merges, splits, retries and devices without requests included.

use std::collections::{BTreeMap, HashMap};

use fiord_host::trace::{Event, EventKind};

/// Places that are searched for the bio of a part of it.
const NEAR: usize = 64;

/// One bio. Stamps are 0 where the point was not passed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Bio {
    pub(super) dev: u32,
    pub(super) sector: u64,
    pub(super) end: u64,
    pub(super) ddir: Option<u8>,
    pub(super) queue_ns: u64,
    /// The way of the part that completed last.
    pub(super) leg: Leg,
    /// Sectors that are not complete.
    left: u64,
    /// Sectors that have a request.
    given: u64,
    /// It was given back for want of a tag; it comes again.
    refused: bool,
    /// The last of its requests, by number.
    pub(super) request: u64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Leg {
    pub(super) request_ns: u64,
    pub(super) insert_ns: u64,
    pub(super) issue_ns: u64,
    pub(super) complete_ns: u64,
}

impl Bio {
    pub(super) const fn is_complete(&self) -> bool {
        self.left == 0
    }
}

/// A part of a bio in a request.
#[derive(Debug, Clone, Copy)]
struct Part {
    bio: u64,
    from: u64,
    to: u64,
    request_ns: u64,
    insert_ns: u64,
}

#[derive(Debug, Clone)]
struct Request {
    number: u64,
    start: u64,
    end: u64,
    ddir: Option<u8>,
    issue_ns: u64,
    parts: Vec<Part>,
}

/// A request that completed; of a device without requests a bio.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RequestDone {
    pub(super) dev: u32,
    pub(super) number: u64,
    pub(super) complete_ns: u64,
}

/// What was counted on the way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct BioCounts {
    pub(super) retries: u64,
    pub(super) merges: u64,
    pub(super) splits: u64,
}

/// All bios and requests that are under way or not claimed.
#[derive(Debug, Default)]
pub(super) struct Bios {
    bios: HashMap<u64, Bio>,
    next: u64,
    /// Bios that are not complete, by device and first sector.
    open: BTreeMap<(u32, u64), Vec<u64>>,
    /// Requests that are not complete, by device and first sector.
    requests: BTreeMap<(u32, u64), Vec<Request>>,
    /// Bios that completed since the last [`Bios::take_completed`].
    completed: Vec<u64>,
    /// Requests that completed whose bios are known; for the caller to take.
    pub(super) requests_done: Vec<RequestDone>,
    pub(super) counts: BioCounts,
}

impl Bios {
    /// Takes an event of a device. Of a bio that reaches the queue, its number.
    pub(super) fn take(&mut self, event: &Event) -> Option<u64> {
        match event.kind {
            EventKind::BioQueue => return Some(self.queue(event)),
            EventKind::BioSplit => self.counts.splits += 1,
            EventKind::GetRequest => self.get_request(event),
            EventKind::BackMerge | EventKind::FrontMerge => self.merge(event),
            EventKind::RequestMerge => self.merge_requests(event),
            EventKind::Insert => self.insert(event),
            EventKind::Issue => self.issue(event, event.time_ns),
            EventKind::Requeue => self.issue(event, 0),
            EventKind::Complete => self.complete(event),
            EventKind::BioComplete => self.complete_bio(event),
            EventKind::FsBegin | EventKind::FsDone => {}
        }
        None
    }

    pub(super) fn get(&self, bio: u64) -> Option<&Bio> {
        self.bios.get(&bio)
    }

    /// The bios that completed since the last call; they stay until they are forgotten.
    pub(super) fn take_completed(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.completed)
    }

    pub(super) fn forget(&mut self, bio: u64) {
        self.bios.remove(&bio);
    }

    fn queue(&mut self, event: &Event) -> u64 {
        let key = (event.dev, event.at);
        let known = self.open.get(&key).into_iter().flatten();
        let refused = known.copied().find(|id| {
            self.bios
                .get(id)
                .is_some_and(|bio| bio.refused && bio.ddir == event.ddir && bio.end == event.at + event.len)
        });
        if let Some(bio) = refused.and_then(|id| self.bios.get_mut(&id)) {
            // The first time counts: what it waited for is a tag.
            (bio.refused, bio.given) = (false, 0);
            self.counts.retries += 1;
        }
        if let Some(id) = refused {
            return id;
        }
        let id = self.next;
        self.next += 1;
        if event.len == 0 {
            // A flush without data has no place to be found by.
            return id;
        }
        self.bios.insert(
            id,
            Bio {
                dev: event.dev,
                sector: event.at,
                end: event.at + event.len,
                ddir: event.ddir,
                queue_ns: event.time_ns,
                left: event.len,
                ..Bio::default()
            },
        );
        self.open.entry(key).or_default().push(id);
        id
    }

    /// The bio that these sectors are the next part of.
    fn bio_of(&self, event: &Event) -> Option<u64> {
        let before = self.open.range((event.dev, 0)..=(event.dev, event.at));
        let near = before.rev().take(NEAR).flat_map(|(_, ids)| ids);
        near.copied().find(|id| {
            self.bios.get(id).is_some_and(|bio| {
                !bio.refused
                    && bio.ddir == event.ddir
                    && bio.sector + bio.given == event.at
                    && bio.end >= event.at + event.len
            })
        })
    }

    fn part(&mut self, event: &Event) -> Option<Part> {
        let id = self.bio_of(event)?;
        self.bios.get_mut(&id)?.given += event.len;
        Some(Part {
            bio: id,
            from: event.at,
            to: event.at + event.len,
            request_ns: event.time_ns,
            insert_ns: 0,
        })
    }

    fn get_request(&mut self, event: &Event) {
        let part = self.part(event);
        let number = self.next;
        self.next += 1;
        self.requests
            .entry((event.dev, event.at))
            .or_default()
            .push(Request {
                number,
                start: event.at,
                end: event.at + event.len,
                ddir: event.ddir,
                issue_ns: 0,
                parts: part.into_iter().collect(),
            });
    }

    /// Takes out a request that is not at the driver, and that fits.
    fn take_waiting(&mut self, dev: u32, from: u64, fits: impl Fn(&Request) -> bool) -> Option<Request> {
        let near = self.requests.range((dev, 0)..=(dev, from));
        let key = near
            .rev()
            .take(NEAR)
            .find(|(_, all)| all.iter().any(|request| request.issue_ns == 0 && fits(request)))
            .map(|(key, _)| *key)?;
        let all = self.requests.get_mut(&key)?;
        let place = all
            .iter()
            .position(|request| request.issue_ns == 0 && fits(request))?;
        let request = all.swap_remove(place);
        if all.is_empty() {
            self.requests.remove(&key);
        }
        Some(request)
    }

    fn put(&mut self, dev: u32, request: Request) {
        self.requests
            .entry((dev, request.start))
            .or_default()
            .push(request);
    }

    fn merge(&mut self, event: &Event) {
        self.counts.merges += 1;
        let part = self.part(event);
        let (from, to) = (event.at, event.at + event.len);
        let at_end = event.kind == EventKind::BackMerge;
        let fits = |request: &Request| {
            let touches = if at_end {
                request.end == from
            } else {
                request.start == to
            };
            touches && request.ddir == event.ddir
        };
        let Some(mut request) = self.take_waiting(event.dev, to, fits) else {
            return;
        };
        (request.start, request.end) = (request.start.min(from), request.end.max(to));
        // The scheduler may have it already: then the bio skips the wait before.
        let inserted = request.parts.iter().any(|part| part.insert_ns > 0);
        request.parts.extend(part.map(|part| Part {
            insert_ns: if inserted { event.time_ns } else { 0 },
            ..part
        }));
        self.put(event.dev, request);
    }

    fn merge_requests(&mut self, event: &Event) {
        self.counts.merges += 1;
        let (from, to) = (event.at, event.at + event.len);
        let gone = self.take_waiting(event.dev, from, |request| {
            request.start == from && request.end == to && request.ddir == event.ddir
        });
        let Some(gone) = gone else { return };
        let into = self.take_waiting(event.dev, to, |request| {
            (request.end == from || request.start == to) && request.ddir == event.ddir
        });
        // Without the other one, it stays what it is.
        let request = match into {
            Some(mut request) => {
                (request.start, request.end) = (request.start.min(from), request.end.max(to));
                request.parts.extend(gone.parts);
                request
            }
            None => gone,
        };
        self.put(event.dev, request);
    }

    /// The request of these sectors; of two on the same ones that which fits.
    fn request(&mut self, event: &Event, fits: impl Fn(&Request) -> bool) -> Option<&mut Request> {
        let all = self.requests.get_mut(&(event.dev, event.at))?;
        all.iter_mut()
            .find(|request| request.ddir == event.ddir && fits(request))
    }

    fn insert(&mut self, event: &Event) {
        let is_new = |request: &Request| request.parts.iter().any(|part| part.insert_ns == 0);
        let found = self.request(event, is_new);
        for part in found.into_iter().flat_map(|request| &mut request.parts) {
            if part.insert_ns == 0 {
                part.insert_ns = event.time_ns;
            }
        }
    }

    /// The driver has it from then on, or with 0 has it no more.
    fn issue(&mut self, event: &Event, issue_ns: u64) {
        let is_other = |request: &Request| (request.issue_ns == 0) == (issue_ns > 0);
        if let Some(request) = self.request(event, is_other) {
            request.issue_ns = issue_ns;
        }
    }

    fn complete(&mut self, event: &Event) {
        if event.len == 0 {
            return;
        }
        let key = (event.dev, event.at);
        let Some(all) = self.requests.get_mut(&key) else {
            return;
        };
        // Of two on the same sectors, that which the driver has.
        let place = all
            .iter()
            .position(|request| request.ddir == event.ddir && request.issue_ns > 0);
        let Some(place) = place.or_else(|| all.iter().position(|request| request.ddir == event.ddir)) else {
            return;
        };
        let mut request = all.swap_remove(place);
        if all.is_empty() {
            self.requests.remove(&key);
        }
        let until = event.at + event.len;
        for part in &request.parts {
            let moved = part.to.min(until).saturating_sub(part.from.max(event.at));
            let Some(bio) = self.bios.get_mut(&part.bio).filter(|_| moved > 0) else {
                continue;
            };
            bio.left = bio.left.saturating_sub(moved);
            bio.request = request.number;
            bio.leg = Leg {
                request_ns: part.request_ns,
                insert_ns: part.insert_ns,
                issue_ns: request.issue_ns,
                complete_ns: event.time_ns,
            };
            if bio.left == 0 {
                let key = (bio.dev, bio.sector);
                self.completed.push(part.bio);
                remove(&mut self.open, key, part.bio);
            }
        }
        if request.end <= until {
            if !request.parts.is_empty() {
                self.request_done(event, request.number);
            }
        } else {
            // The driver did a part of it; the rest follows by itself.
            request.start = until;
            self.put(event.dev, request);
        }
    }

    /// The end of a bio of a device without requests, or of one that there was no tag for.
    fn complete_bio(&mut self, event: &Event) {
        let here = self.open.get(&(event.dev, event.at)).into_iter().flatten();
        let found = here.copied().find(|id| {
            self.bios
                .get(id)
                .is_some_and(|bio| bio.given == 0 && !bio.refused && bio.ddir == event.ddir)
        });
        let Some((id, bio)) = found.and_then(|id| Some((id, self.bios.get_mut(&id)?))) else {
            return;
        };
        if event.failed {
            bio.refused = true;
            return;
        }
        bio.left = 0;
        bio.leg.complete_ns = event.time_ns;
        bio.request = id;
        let key = (bio.dev, bio.sector);
        self.completed.push(id);
        self.request_done(event, id);
        remove(&mut self.open, key, id);
    }

    fn request_done(&mut self, event: &Event, number: u64) {
        self.requests_done.push(RequestDone {
            dev: event.dev,
            number,
            complete_ns: event.time_ns,
        });
    }
}

fn remove(index: &mut BTreeMap<(u32, u64), Vec<u64>>, key: (u32, u64), id: u64) {
    if let Some(ids) = index.get_mut(&key) {
        ids.retain(|known| *known != id);
        if ids.is_empty() {
            index.remove(&key);
        }
    }
}
