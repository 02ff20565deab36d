//! Round trips over wires of known delay.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::time::Duration;

use fiord_ladder::{Trips, connects, echoes};
use fiord_testbed::{Wire, or_skip};

const TIMEOUT: Duration = Duration::from_secs(5);
const ONE_WAY_US: [u64; 4] = [0, 100, 500, 2000];
/// Round trips of a look at one wire.
const TRIPS: usize = 25;
/// Looks at most: on a busy machine the fastest trip of a few was held up, too.
const LOOKS: usize = 40;

/// Round trips to a port of the other end that accepts.
fn trips(wire: &Wire, samples: usize) -> Trips {
    let listener = wire.far(|| TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).unwrap());
    let address = SocketAddr::from((Wire::FAR, listener.local_addr().unwrap().port()));
    // The kernel accepts so few without being asked to.
    wire.near(|| connects(address, samples, TIMEOUT).unwrap())
}

fn lowest(ns: &[f64]) -> f64 {
    ns.iter().copied().fold(f64::INFINITY, f64::min)
}

/// Least squares.
fn slope(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |sum, point| {
        (sum.0 + point.0 / count, sum.1 + point.1 / count)
    });
    let (above, below) = points.iter().fold((0.0, 0.0), |sum, point| {
        let from = point.0 - x;
        (sum.0 + from * (point.1 - y), sum.1 + from * from)
    });
    above / below
}

/// Nothing is faster than the wire, and each microsecond more in both directions is two more in a round trip. A machine that is busy can
/// only add to a trip, so that the lowest ones are measured until they are the wire's.
#[test]
fn round_trips_are_those_of_the_wire() {
    let delays = ONE_WAY_US.map(|us| us as f64 * 1e3);
    let mut wires = Vec::new();
    for us in ONE_WAY_US {
        wires.push(or_skip!("wire", Wire::new(Duration::from_micros(us))));
    }
    // By connecting, by TCP_INFO, by ICMP echo.
    let mut least = [[f64::INFINITY; ONE_WAY_US.len()]; 3];
    let mut slopes = [0.0; 3];
    for look in 1..=LOOKS {
        for (place, (wire, one_way)) in wires.iter().zip(delays).enumerate() {
            let found = trips(wire, TRIPS);
            assert_eq!((found.ns.len(), found.lost, found.refused), (TRIPS, 0, 0));
            let echo = wire.near(|| echoes(Wire::FAR.into(), TRIPS, TIMEOUT).unwrap());
            assert_eq!((echo.ns.len(), echo.lost), (TRIPS, 0));
            let now = [lowest(&found.ns), found.kernel_ns.unwrap(), lowest(&echo.ns)];
            for (least, now) in least.iter_mut().zip(now) {
                assert!(now >= 2.0 * one_way, "{now} ns over twice {one_way} ns");
                least[place] = least[place].min(now);
            }
        }
        slopes = least.map(|least| slope(&delays.into_iter().zip(least).collect::<Vec<_>>()));
        eprintln!("look {look}: lowest {least:?}, slopes {slopes:?}");
        if slopes.iter().all(|slope| (slope - 2.0).abs() <= 0.03) {
            return;
        }
    }
    assert_eq!(slopes.map(f64::round), [2.0; 3], "{slopes:?}");
    fiord_testbed::skip("quiet", &format!("slopes of {slopes:?}, expected 2.00 ± 0.03"));
}

#[test]
fn a_host_that_does_not_answer_is_given_up() {
    let wire = or_skip!("wire", Wire::new(Duration::ZERO));
    let short = Duration::from_millis(100);
    let found = wire.near(|| connects((Wire::SILENT, 22).into(), 50, short).unwrap());
    assert_eq!((found.ns.len(), found.lost), (0, 3));
    let echo = wire.near(|| echoes(Wire::SILENT.into(), 50, short).unwrap());
    assert_eq!((echo.ns.len(), echo.lost), (0, 3));
}
