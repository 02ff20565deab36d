//! Answers that wait for their time: a heap by due time, and the thread that sends them.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

/// Sleeps end late: the last stretch before an answer is due is spent looking at the clock.
const SPIN: Duration = Duration::from_micros(60);
/// One look at the heap while spinning.
const LOOK: Duration = Duration::from_micros(5);

pub(super) struct Answer {
    pub(super) due: Instant,
    pub(super) send: Box<dyn FnOnce() + Send>,
}

impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        self.due == other.due
    }
}

impl Eq for Answer {}

impl PartialOrd for Answer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Answer {
    /// The earliest is the greatest: a heap gives that first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.due.cmp(&self.due)
    }
}

#[derive(Default)]
struct Waiting {
    heap: BinaryHeap<Answer>,
    /// When each lane is free.
    lanes: Vec<Instant>,
    hurry: bool,
    stop: bool,
}

/// The heap.
#[derive(Default)]
pub(super) struct Replies {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Replies {
    /// Takes the lane that is free first for `latency`, and sends the answer when that is over.
    pub(super) fn serve(
        &self,
        arrived: Instant,
        latency: Duration,
        lanes: usize,
        send: Box<dyn FnOnce() + Send>,
    ) {
        let mut waiting = self.waiting.lock().unwrap();
        waiting.lanes.resize(lanes.max(1), arrived);
        let lane = waiting.lanes.iter_mut().min().unwrap();
        let due = (*lane).max(arrived) + latency;
        *lane = due;
        waiting.heap.push(Answer { due, send });
        drop(waiting);
        self.changed.notify_one();
    }

    /// From now on everything is answered at once.
    pub(super) fn hurry(&self) {
        self.waiting.lock().unwrap().hurry = true;
        self.changed.notify_one();
    }

    /// Ends [`Replies::send_all`] when the heap is empty.
    pub(super) fn stop(&self) {
        let mut waiting = self.waiting.lock().unwrap();
        (waiting.hurry, waiting.stop) = (true, true);
        drop(waiting);
        self.changed.notify_one();
    }

    /// Sends answers when they are due, until [`Replies::stop`].
    pub(super) fn send_all(&self) {
        let mut waiting = self.waiting.lock().unwrap();
        loop {
            let now = Instant::now();
            let left = match waiting.heap.peek() {
                Some(_) if waiting.hurry => Duration::ZERO,
                Some(next) => next.due.saturating_duration_since(now),
                None if waiting.stop => return,
                None => {
                    waiting = self.changed.wait(waiting).unwrap();
                    continue;
                }
            };
            if left > SPIN {
                waiting = self.changed.wait_timeout(waiting, left - SPIN).unwrap().0;
                continue;
            }
            if left > Duration::ZERO {
                // An answer that comes in meanwhile may be due sooner.
                drop(waiting);
                let until = now + left.min(LOOK);
                while Instant::now() < until {
                    std::hint::spin_loop();
                }
                waiting = self.waiting.lock().unwrap();
                continue;
            }
            let next = waiting.heap.pop();
            drop(waiting);
            if let Some(next) = next {
                (next.send)();
            }
            waiting = self.waiting.lock().unwrap();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::time::{Duration, Instant};

    use super::Replies;

    #[test]
    fn answers_come_in_the_order_of_their_lanes() {
        let replies = Replies::default();
        let sent = Arc::new(Mutex::new(Vec::new()));
        let now = Instant::now();
        // Two lanes: the third waits for the first that is free, which is that of the second.
        for (name, us) in [("first", 900), ("second", 300), ("third", 300)] {
            let sent = Arc::clone(&sent);
            let send = Box::new(move || sent.lock().unwrap().push((name, now.elapsed())));
            replies.serve(now, Duration::from_micros(us), 2, send);
        }
        replies.stop();
        replies.send_all();
        let sent = sent.lock().unwrap();
        let names: Vec<_> = sent.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["second", "third", "first"]);
    }

    #[test]
    fn nothing_is_sent_before_it_is_due() {
        let replies = Arc::new(Replies::default());
        let sender = {
            let replies = Arc::clone(&replies);
            std::thread::spawn(move || replies.send_all())
        };
        let (told, hears) = std::sync::mpsc::channel();
        let now = Instant::now();
        let send = Box::new(move || told.send(now.elapsed()).unwrap());
        replies.serve(now, Duration::from_millis(2), 1, send);
        assert!(hears.recv().unwrap() >= Duration::from_millis(2));
        replies.stop();
        sender.join().unwrap();
    }
}
