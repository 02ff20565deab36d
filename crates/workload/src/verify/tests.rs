#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
use fiord_job::plan::{VerifyKind, VerifyPlan};

use super::{Damage, Expected, Sealer};
use crate::content::fill_random;
use crate::rng::mix64;

const KINDS: [VerifyKind; 16] = [
    VerifyKind::Md5,
    VerifyKind::Crc64,
    VerifyKind::Crc32,
    VerifyKind::Crc32cIntel,
    VerifyKind::Crc32c,
    VerifyKind::Crc16,
    VerifyKind::Crc7,
    VerifyKind::Sha1,
    VerifyKind::Sha256,
    VerifyKind::Sha512,
    VerifyKind::Sha3_224,
    VerifyKind::Sha3_256,
    VerifyKind::Sha3_384,
    VerifyKind::Sha3_512,
    VerifyKind::Xxhash,
    VerifyKind::Meta,
];

fn sealer(kind: VerifyKind, offset_bytes: u64, nonce: u64) -> Sealer {
    let plan = VerifyPlan {
        kind,
        interval_bytes: 2048,
        offset_bytes,
        ..VerifyPlan::default()
    };
    Sealer::new(&plan, 4096, 1, nonce)
}

fn expected(offset: u64, number: u32) -> Expected {
    Expected {
        offset,
        io_offset: Some(offset / 4096 * 4096),
        number: Some(number),
        trimmed: false,
    }
}

fn written(sealer: &Sealer, offset: u64, number: u32) -> Vec<u8> {
    let mut block = vec![0; 4096];
    sealer.seal(&mut block, offset, number, fill_random);
    block
}

#[test]
fn what_was_sealed_is_fine_and_every_flipped_bit_is_found() {
    for kind in KINDS {
        for header_at in [0, 512] {
            let sealer = sealer(kind, header_at, 7);
            let block = written(&sealer, 8192, 5);
            for (index, chunk) in block.chunks(2048).enumerate() {
                let place = expected(8192 + 2048 * index as u64, 5);
                let mut copy = chunk.to_vec();
                assert_eq!(sealer.check(&mut copy, &place, fill_random), Ok(()), "{kind:?}");
                assert_eq!(copy, chunk, "{kind:?}: a check leaves the block as it was");
                // `meta` covers the header alone.
                if kind == VerifyKind::Meta {
                    continue;
                }
                // All bits of header and checksum, some of the content.
                let head = if index == 0 { 0..168 * 8 } else { 0..0 };
                for bit in head.chain((0..2048 * 8).step_by(131)) {
                    let mut copy = chunk.to_vec();
                    copy[bit / 8] ^= 1 << (bit % 8);
                    let damage = sealer.check(&mut copy, &place, fill_random);
                    assert!(
                        damage.is_err(),
                        "{kind:?} with the header at {header_at}: bit {bit}"
                    );
                }
            }
        }
    }
}

#[test]
fn damage_has_a_kind() {
    for kind in KINDS.into_iter().filter(|kind| *kind != VerifyKind::Meta) {
        let sealer = sealer(kind, 0, 7);
        let good = written(&sealer, 8192, 5);
        let check = |chunk: &[u8]| {
            sealer
                .check(&mut chunk.to_vec(), &expected(8192, 5), fill_random)
                .unwrap_err()
        };
        let mut flipped = good[..2048].to_vec();
        flipped[1999] ^= 0x10;
        assert!(
            matches!(check(&flipped), Damage::Content { bits: Some(1), .. }),
            "{kind:?}: {:?}",
            check(&flipped)
        );
        flipped[1999] ^= 0x10;
        flipped[17] ^= 1;
        assert!(matches!(check(&flipped), Damage::HeaderBits { .. }), "{kind:?}");
        let elsewhere = written(&sealer, 12288, 5);
        assert_eq!(
            check(&elsewhere[..2048]),
            Damage::Misdirected { belongs_at: 12288 }
        );
        let before = written(&sealer, 8192, 3);
        assert_eq!(
            check(&before[..2048]),
            Damage::Stale {
                expected: 4,
                received: 2
            }
        );
        let other_run = self::sealer(kind, 0, 8);
        let before = written(&other_run, 8192, 5);
        assert!(matches!(check(&before[..2048]), Damage::Stale { .. }), "{kind:?}");
        let mut torn = good[..2048].to_vec();
        torn[1024..].copy_from_slice(&before[1024..2048]);
        assert_eq!(check(&torn), Damage::Torn { good_bytes: 1024 }, "{kind:?}");
        assert_eq!(
            check(&[0; 2048]),
            Damage::NoHeader {
                magic: 0,
                zeros: true
            }
        );
    }
}

#[test]
fn a_write_65536_writes_ago_is_stale_too() {
    let sealer = sealer(VerifyKind::Crc32c, 0, mix64(3));
    let block = written(&sealer, 0, 1);
    let damage = sealer.check(&mut block[..2048].to_vec(), &expected(0, 65_537), fill_random);
    assert_eq!(
        damage,
        Err(Damage::Stale {
            expected: 65_536,
            received: 0
        })
    );
}

/// A chunk as fio 3.42 writes it, with its own checksum.
fn of_later_fio(kind: VerifyKind, offset: u64, header_at: usize) -> Vec<u8> {
    let mut sum = [0; super::checksum::SUM_MOST];
    let head = 48 + super::checksum::len(kind);
    let mut chunk = vec![0; 2048];
    fill_random(&mut chunk, 77);
    super::checksum::write_later(kind, &chunk[head..], &mut sum);
    chunk[48..head].copy_from_slice(&sum[..head - 48]);
    chunk[..4].copy_from_slice(&[0xca, 0xac, 0x81, super::header::number_of(kind) as u8]);
    chunk[4..8].copy_from_slice(&2048_u32.to_le_bytes());
    chunk[16..24].copy_from_slice(&offset.to_le_bytes());
    chunk[32..40].copy_from_slice(&3_u64.to_le_bytes());
    chunk[40..42].copy_from_slice(&1_u16.to_le_bytes());
    let sum = super::checksum::crc32c(&chunk[..44]);
    chunk[44..48].copy_from_slice(&sum.to_le_bytes());
    if header_at > 0 {
        let (front, rest) = chunk.split_at_mut(header_at);
        front[..head].swap_with_slice(&mut rest[..head]);
    }
    chunk
}

#[test]
fn the_longer_header_of_later_versions_is_read() {
    let place = Expected {
        number: None,
        ..expected(8192, 0)
    };
    for kind in KINDS {
        for header_at in [0, 512] {
            let sealer = sealer(kind, header_at as u64, 7);
            let whole = of_later_fio(kind, 8192, header_at);
            let mut copy = whole.clone();
            assert_eq!(sealer.check(&mut copy, &place, fill_random), Ok(()), "{kind:?}");
            assert_eq!(copy, whole, "{kind:?}: a check leaves the block as it was");
            let mut moved = of_later_fio(kind, 4096, header_at);
            let damage = sealer.check(&mut moved, &place, fill_random);
            assert_eq!(damage, Err(Damage::Misdirected { belongs_at: 4096 }), "{kind:?}");
            for bit in (0..2048 * 8).step_by(997).filter(|_| kind != VerifyKind::Meta) {
                let mut copy = whole.clone();
                copy[bit / 8] ^= 1 << (bit % 8);
                let damage = sealer.check(&mut copy, &place, fill_random);
                // One in 128 damaged blocks has the right CRC-7, and nothing checks the room after the digest of SHA-512.
                let is_room = kind == VerifyKind::Sha512 && (112..176).contains(&(bit / 8));
                let may_pass = kind == VerifyKind::Crc7 || is_room && header_at == 0;
                assert!(damage.is_err() || may_pass, "{kind:?} at {header_at}: bit {bit}");
            }
        }
    }
}
