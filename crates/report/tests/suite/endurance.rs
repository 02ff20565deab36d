//! The life of drives: what is computed from what a drive tells, and what is said where it does not tell.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;

use fiord_host::disk::Transport;
use fiord_host::wear::{DriveLog, DriveWear, Silence, Silent, Told};
use fiord_messages::Lang;
use fiord_record::claims::{RatedWrites, SpecSheet};
use fiord_report::documents::Document;
use fiord_report::documents::endurance::{DriveFacts, Endurance, LifeLimit, RateOf};
use serde_json::json;

use crate::schema;

const TB: u64 = 1_000_000_000_000;

fn told(value: u64, step: u64, log: DriveLog) -> Option<Told> {
    Some(Told { value, step, log })
}

/// 73 TB in 17,520 hours (730 days) are 100 GB a day; 2.5 times as much went to flash.
fn drive() -> DriveFacts {
    DriveFacts {
        name: "nvme0n1".to_owned(),
        model: Some("Example NVMe 1 TB".to_owned()),
        transport: Transport::Nvme,
        capacity_bytes: Some(TB),
        rotates: false,
        wear: DriveWear {
            host_written: told(73 * TB, 512_000, DriveLog::NvmeSmart),
            media_written: told(73 * TB / 2 * 5, 16_384, DriveLog::NvmeOcp),
            used_percent: told(11, 1, DriveLog::NvmeSmart),
            power_on_hours: told(17_520, 1, DriveLog::NvmeSmart),
            rated_media: told(2000 * TB, 1_000_000_000, DriveLog::NvmeEnduranceGroup),
            ..DriveWear::default()
        },
        earlier: Some((12, 10.0, told(71 * TB, 512_000, DriveLog::NvmeSmart).unwrap())),
        last_run: Some((57, 10.0 * TB as f64)),
    }
}

fn silent(name: &str, transport: Transport, logs: &[(DriveLog, Silence)]) -> DriveFacts {
    let silent = |(log, why): &(DriveLog, Silence)| Silent {
        log: *log,
        why: why.clone(),
    };
    DriveFacts {
        name: name.to_owned(),
        model: None,
        transport,
        rotates: false,
        wear: DriveWear {
            silent: logs.iter().map(silent).collect(),
            ..DriveWear::default()
        },
        earlier: None,
        last_run: None,
        ..drive()
    }
}

fn sheet() -> SpecSheet {
    SpecSheet {
        device: "Example NVMe 1 TB".to_owned(),
        source: "its data sheet".to_owned(),
        claims: Vec::new(),
        writes: RatedWrites {
            tbw: Some(600.0),
            warranty_years: Some(5.0),
            ..RatedWrites::default()
        },
    }
}

fn of(drives: &[DriveFacts], sheet: Option<&SpecSheet>) -> Endurance {
    Endurance::of(Some("/data".to_owned()), drives, sheet, Lang::En)
}

#[test]
fn years_left_follow_from_rates_and_limits() {
    let document = of(&[drive()], Some(&sheet()));
    let [life] = document.drives.as_slice() else {
        panic!()
    };
    assert_eq!(life.write_amplification, Some(2.5));
    let per_day = |of| {
        life.rates
            .iter()
            .find(|rate| rate.of == of)
            .unwrap()
            .bytes_per_day
    };
    assert_eq!(
        (per_day(RateOf::PowerOn), per_day(RateOf::SinceRun)),
        (1e11, 2e11)
    );
    let left = |at, until| {
        let row = life
            .left
            .iter()
            .find(|left| left.at == at && left.until == until)
            .unwrap();
        (row.least, row.most)
    };
    let near = |(least, most): (f64, Option<f64>), expected: (f64, f64)| {
        let most = most.unwrap();
        assert!(
            (least - expected.0).abs() < 1e-3 && (most - expected.1).abs() < 1e-3,
            "{least} {most}"
        );
    };
    // 527 TB are left of the TBW: 5,270 days at 100 GB a day.
    near(left(RateOf::PowerOn, LifeLimit::Tbw), (14.438, 14.438));
    near(left(RateOf::SinceRun, LifeLimit::Tbw), (7.219, 7.219));
    // 11 % may be 10 to 12 %: 73 × 88 / 12 = 535.3 TB to 73 × 90 / 10 = 657 TB.
    near(left(RateOf::PowerOn, LifeLimit::Estimate), (14.667, 18.0));
    // 2,000 − 182.5 TB of flash at 2.5 are 727 TB of hosts.
    near(left(RateOf::PowerOn, LifeLimit::Flash), (19.918, 19.918));
    near(left(RateOf::LastRun, LifeLimit::Tbw), (0.14438, 0.14438));
}

/// Below 2 % the true share may be almost 0: then only the least is known.
#[test]
fn a_young_drive_has_no_upper_end() {
    let mut young = drive();
    young.wear.used_percent = told(1, 1, DriveLog::NvmeSmart);
    let document = of(&[young], None);
    let estimates = document.drives[0]
        .left
        .iter()
        .filter(|left| left.until == LifeLimit::Estimate);
    let mut estimates = estimates.map(|left| (left.least, left.most));
    assert_eq!(estimates.next(), Some((73e12 * 98.0 / 2.0 / 1e11 / 365.0, None)));
    // One that is past its life has no years left, and not less than none.
    let mut old = drive();
    old.wear.used_percent = told(130, 1, DriveLog::NvmeSmart);
    let mut low = sheet();
    low.writes.tbw = Some(50.0);
    let document = of(&[old], Some(&low));
    let spent = document.drives[0]
        .left
        .iter()
        .filter(|left| left.until != LifeLimit::Flash);
    assert!(spent.clone().count() > 0);
    assert!(
        spent
            .clone()
            .all(|left| (left.least, left.most) == (0.0, Some(0.0))),
        "{document:?}"
    );
    assert!(
        document.answer[1].contains("130 %") && document.answer[1].contains("146 %"),
        "{document:?}"
    );
}

#[test]
fn nothing_is_computed_from_what_is_unknown() {
    let mut counted = drive();
    counted.wear.power_on_hours = told(5, 1, DriveLog::NvmeSmart);
    (counted.earlier, counted.last_run) = (None, None);
    let document = of(&[counted], Some(&sheet()));
    assert!(document.drives[0].rates.is_empty() && document.drives[0].left.is_empty());
    let reset = DriveFacts {
        earlier: Some((3, 10.0, told(80 * TB, 512_000, DriveLog::NvmeSmart).unwrap())),
        ..drive()
    };
    let document = of(&[reset], None);
    assert!(
        document.drives[0]
            .rates
            .iter()
            .all(|rate| rate.of != RateOf::SinceRun),
        "a counter that fell was reset"
    );
    let virtual_disk = silent("vda", Transport::VirtioBlk, &[]);
    let document = of(&[virtual_disk], Some(&sheet()));
    assert!(document.drives[0].left.is_empty());
    assert!(document.answer[1].contains("of vda is unknown"), "{document:?}");
    // What it can answer without the drive.
    let alone = Endurance::of(None, &[], Some(&sheet()), Lang::En);
    let rating = alone.rating.unwrap();
    assert_eq!((rating.bytes, rating.per_day), (Some(600e12), None));
    assert!(alone.answer[0].contains("328.8 GB per day"), "{:?}", alone.answer);
}

/// A drive of each kind, on one page.
fn many() -> Vec<DriveFacts> {
    let model = "SOME SSD".to_owned();
    let arms = DriveFacts {
        rotates: true,
        ..silent("sdc", Transport::Sata, &[])
    };
    vec![
        drive(),
        silent(
            "nvme1n1",
            Transport::Nvme,
            &[(DriveLog::NvmeSmart, Silence::Denied)],
        ),
        silent(
            "nvme2n1",
            Transport::Nvme,
            &[
                (DriveLog::NvmeSmart, Silence::AllZero),
                (DriveLog::NvmeOcp, Silence::Refused { status: 0x4109 }),
            ],
        ),
        silent(
            "sda",
            Transport::Sata,
            &[
                (DriveLog::AtaStatistics, Silence::NotListed),
                (DriveLog::AtaAttribute(0), Silence::ModelUnknown { model }),
            ],
        ),
        silent("sdb", Transport::Usb, &[]),
        silent("vda", Transport::VirtioBlk, &[]),
        arms,
    ]
}

#[test]
fn the_page_says_what_is_known_and_why_the_rest_is_not() {
    let mut shown = String::new();
    for lang in Lang::ALL {
        let document = Endurance::of(Some("/data".to_owned()), &many(), Some(&sheet()), lang);
        for width in [40, 100] {
            let page = document.page(lang).text(Some(width), false);
            let _ = writeln!(shown, "── {}, {width} columns\n{page}", lang.tag());
        }
    }
    let _ = writeln!(
        shown,
        "── without a sheet\n{}",
        of(&[drive()], None).page(Lang::En).text(Some(100), false)
    );
    insta::assert_snapshot!(shown);
}

#[test]
fn the_document_fits_its_schema() {
    let document = Document::new(of(&many(), Some(&sheet())));
    let json = serde_json::to_value(&document).unwrap();
    assert_eq!(schema::problems(&json), [""; 0]);
    assert_eq!(
        json["drives"][0]["used_percent"],
        json!({"value": 11, "step": 1, "log": "nvme-smart"})
    );
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/documents/endurance.json");
    if std::env::var_os("FIORD_UPDATE").is_some() && !std::path::Path::new(sample).exists() {
        std::fs::write(sample, serde_json::to_string_pretty(&json).unwrap() + "\n").unwrap();
    }
}
