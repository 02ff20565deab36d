//! Formats known by a constant at a constant place. Offsets follow each format's published on-disk layout.

use crate::block::signatures::found::SignatureFamily;

pub(crate) struct Magic {
    pub(crate) family: SignatureFamily,
    pub(crate) name: &'static str,
    pub(crate) offset: u64,
    pub(crate) bytes: &'static [u8],
    /// Offset and length of the label.
    pub(crate) label: Option<(u64, usize)>,
}

const fn magic(family: SignatureFamily, name: &'static str, offset: u64, bytes: &'static [u8]) -> Magic {
    Magic {
        family,
        name,
        offset,
        bytes,
        label: None,
    }
}

const fn fs(name: &'static str, offset: u64, bytes: &'static [u8]) -> Magic {
    magic(SignatureFamily::FileSystem, name, offset, bytes)
}

const fn labelled(name: &'static str, offset: u64, bytes: &'static [u8], label: (u64, usize)) -> Magic {
    Magic {
        label: Some(label),
        ..fs(name, offset, bytes)
    }
}

const fn volume(name: &'static str, offset: u64, bytes: &'static [u8]) -> Magic {
    magic(SignatureFamily::Volume, name, offset, bytes)
}

const fn raid(name: &'static str, offset: u64, bytes: &'static [u8]) -> Magic {
    magic(SignatureFamily::Raid, name, offset, bytes)
}

const fn table(name: &'static str, offset: u64, bytes: &'static [u8]) -> Magic {
    magic(SignatureFamily::PartitionTable, name, offset, bytes)
}

const fn image(name: &'static str, offset: u64, bytes: &'static [u8]) -> Magic {
    magic(SignatureFamily::Image, name, offset, bytes)
}

const KIB: u64 = 1024;
const BCACHEFS: &[u8] = &[
    0xc6, 0x85, 0x73, 0xf6, 0x66, 0xce, 0x90, 0xa9, 0xd9, 0x6a, 0x60, 0xcf, 0x80, 0x3d, 0xf7, 0xef,
];
const BCACHE: &[u8] = &[
    0xc6, 0x85, 0x73, 0xf6, 0x4e, 0x1a, 0x45, 0xca, 0x82, 0x65, 0xf5, 0x7f, 0x48, 0xba, 0x6d, 0x81,
];
const STRATIS: &[u8] = b"!Stra0tis\x86\xff\x02^\x41rh";

pub(crate) const FIXED: &[Magic] = &[
    // File systems of Linux.
    labelled("xfs", 0, b"XFSB", (108, 12)),
    fs("exfs", 0, b"EXFS"),
    labelled("btrfs", 0x10040, b"_BHRfS_M", (0x1012b, 255)),
    fs("f2fs", 1024, &[0x10, 0x20, 0xf5, 0xf2]),
    fs("f2fs", 4096 + 1024, &[0x10, 0x20, 0xf5, 0xf2]),
    fs("squashfs", 0, b"hsqs"),
    fs("squashfs", 0, b"sqsh"),
    fs("squashfs", 0, b"shsq"),
    fs("squashfs", 0, b"qshs"),
    fs("erofs", 1024, &[0xe2, 0xe1, 0xf5, 0xe0]),
    fs("cramfs", 0, &[0x45, 0x3d, 0xcd, 0x28]),
    fs("cramfs", 0, &[0x28, 0xcd, 0x3d, 0x45]),
    fs("cramfs", 512, &[0x45, 0x3d, 0xcd, 0x28]),
    fs("cramfs", 512, &[0x28, 0xcd, 0x3d, 0x45]),
    fs("romfs", 0, b"-rom1fs-"),
    fs("reiserfs", 0x10034, b"ReIsErFs"),
    fs("reiserfs", 0x10034, b"ReIsEr2Fs"),
    fs("reiserfs", 0x10034, b"ReIsEr3Fs"),
    fs("reiserfs", 0x2034, b"ReIsErFs"),
    fs("reiserfs", 0x2034, b"ReIsEr2Fs"),
    fs("reiser4", 0x10000, b"ReIsEr4"),
    fs("jfs", 0x8000, b"JFS1"),
    fs("jfs", 0xf000, b"JFS1"),
    fs("nilfs2", 1024, &[2, 0, 0, 0, 0, 0, 0x34, 0x34]),
    fs("gfs2", 0x10000, &[0x01, 0x16, 0x19, 0x70, 0, 0, 0, 1]),
    fs("ocfs", 8, b"OracleCFS"),
    fs("ocfs2", KIB, b"OCFSV2"),
    fs("ocfs2", 2 * KIB, b"OCFSV2"),
    fs("ocfs2", 4 * KIB, b"OCFSV2"),
    fs("ocfs2", 8 * KIB, b"OCFSV2"),
    fs("bcachefs", 0x1018, BCACHEFS),
    fs("zonefs", 0, b"SFOZ"),
    fs("ubifs", 0, &[0x31, 0x18, 0x10, 0x06]),
    fs("scoutfs", 64 * KIB + 4, &[0x8b, 0x42, 0x3c, 0x10]),
    // File systems of other systems.
    fs("ntfs", 3, b"NTFS    "),
    fs("exfat", 3, b"EXFAT   "),
    fs("exfat", 12 * 512 + 3, b"EXFAT   "),
    fs("exfat", 12 * 4096 + 3, b"EXFAT   "),
    fs("refs", 3, b"ReFS\0\0\0\0"),
    fs("hpfs", 8192, &[0x49, 0xe8, 0x95, 0xf9]),
    fs("iso9660", 0x8001, b"CD001"),
    fs("iso9660", 0x8009, b"CDROM"),
    fs("apfs", 32, b"NXSB"),
    fs("hfsplus", 1024, b"H+\0\x04"),
    fs("hfsplus", 1024, b"H+\0\x05"),
    fs("hfsx", 1024, b"HX\0\x05"),
    fs("vxfs", 1024, &[0xf5, 0xfc, 0x01, 0xa5]),
    fs("vxfs", 8192, &[0xa5, 0x01, 0xfc, 0xf5]),
    fs("bfs", 0, &[0xce, 0xfa, 0xad, 0x1b]),
    fs("befs", 32, b"1SFB"),
    fs("befs", 32, b"BFS1"),
    fs("befs", 544, b"1SFB"),
    fs("befs", 544, b"BFS1"),
    fs("xenix", 0x7f8, &[0x44, 0x55, 0x2b, 0x00]),
    fs("xenix", 0x7f8, &[0x00, 0x2b, 0x55, 0x44]),
    fs("nss", 4096, b"SPB5\0"),
    fs("vmfs", 0x20_0000, &[0x5e, 0xf1, 0xab, 0x2f]),
    fs("mpool", 0, b"mpoolDev"),
    fs("mpool", 0, b"veDloopm"),
    // Volumes, caches, RAID headers at the start.
    volume("bcache", 0x1018, BCACHE),
    volume("stratis", 512 + 4, STRATIS),
    volume("stratis", 9 * 512 + 4, STRATIS),
    volume("vdo", 0, b"dmvdo001"),
    volume("LVM1", 0, b"HM\x01\0"),
    volume("LVM1", 0, b"HM\x02\0"),
    volume("LVM snapshot", 0, b"SnAp"),
    volume("thin pool metadata", 32, &27_022_010u64.to_le_bytes()),
    volume("cache metadata", 32, &6_142_003u64.to_le_bytes()),
    volume("era metadata", 32, &2_126_579_579u64.to_le_bytes()),
    volume("write cache", 0, &[0x21, 0x93, 0x48, 0x23]),
    volume("vmfs volume", 0x10_0000, &[0x0d, 0xd0, 0x01, 0xc0]),
    volume("ubi", 0, b"UBI#"),
    volume("DRBD control volume", 0, b"$DRBDmgr=q"),
    volume("DRBD proxy log", 0, b"DRBDdlh*"),
    volume("DRBD proxy log", 16, b"DRBDdlh*"),
    raid("integrity", 0, b"integrt\0"),
    raid("verity", 0, b"verity\0\0"),
    raid("md 1.1", 0, &[0xfc, 0x4e, 0x2b, 0xa9]),
    raid("md 1.2", 4096, &[0xfc, 0x4e, 0x2b, 0xa9]),
    // HighPoint's driver, its tools and blkid differ in where the header is.
    raid("HighPoint 37x RAID", 4096, &[0xf0, 0x16, 0x78, 0x5a]),
    raid("HighPoint 37x RAID", 4096, &[0xfd, 0x16, 0x78, 0x5a]),
    raid("HighPoint 37x RAID", 9 * 512, &[0xf0, 0x16, 0x78, 0x5a]),
    raid("HighPoint 37x RAID", 9 * 512, &[0xfd, 0x16, 0x78, 0x5a]),
    raid("HighPoint 37x RAID", 9 * 512 + 32, &[0xf0, 0x16, 0x78, 0x5a]),
    raid("HighPoint 37x RAID", 9 * 512 + 32, &[0xfd, 0x16, 0x78, 0x5a]),
    // Encryption. LUKS2 keeps a second header at the end of the first, whose size is one of these.
    magic(SignatureFamily::Crypto, "LUKS", 0, b"LUKS\xba\xbe"),
    magic(SignatureFamily::Crypto, "LUKS", 0x4000, b"SKUL\xba\xbe"),
    magic(SignatureFamily::Crypto, "LUKS", 0x8000, b"SKUL\xba\xbe"),
    magic(SignatureFamily::Crypto, "LUKS", 0x1_0000, b"SKUL\xba\xbe"),
    magic(SignatureFamily::Crypto, "LUKS", 0x2_0000, b"SKUL\xba\xbe"),
    magic(SignatureFamily::Crypto, "LUKS", 0x4_0000, b"SKUL\xba\xbe"),
    magic(SignatureFamily::Crypto, "LUKS", 0x8_0000, b"SKUL\xba\xbe"),
    magic(SignatureFamily::Crypto, "LUKS", 0x10_0000, b"SKUL\xba\xbe"),
    magic(SignatureFamily::Crypto, "LUKS", 0x20_0000, b"SKUL\xba\xbe"),
    magic(SignatureFamily::Crypto, "LUKS", 0x40_0000, b"SKUL\xba\xbe"),
    magic(SignatureFamily::Crypto, "BitLocker", 3, b"-FVE-FS-"),
    magic(SignatureFamily::Crypto, "FileVault", 88, b"CS\x01\0\0\0"),
    // Stores and images.
    magic(
        SignatureFamily::Store,
        "Ceph BlueStore",
        0,
        b"bluestore block device",
    ),
    magic(SignatureFamily::Store, "Oracle ASM", 32, b"ORCLDISK"),
    image("qcow", 0, b"QFI\xfb"),
    image("vmdk", 0, b"KDMV"),
    image("vdi", 64, &[0x7f, 0x10, 0xda, 0xbe]),
    image("vhdx", 0, b"vhdxfile"),
    image("vhd", 0, b"conectix"),
    // Sleeping systems and swap.
    magic(
        SignatureFamily::Swap,
        "hibernation image",
        0,
        &[0xed, 0xc3, 0x02, 0xe9, 0x98, 0x56, 0xe5, 0x0c],
    ),
    // Partition tables without more than their constant; sun, mac, atari, mbr and gpt are checked elsewhere.
    table("sgi", 0, &[0x0b, 0xe5, 0xa9, 0x41]),
    table("aix", 0, &[0xc9, 0xc2, 0xd4, 0xc1]),
    table("bsd", 64, &[0x57, 0x45, 0x56, 0x82]),
    table("bsd", 128, &[0x57, 0x45, 0x56, 0x82]),
    table("bsd", 512, &[0x57, 0x45, 0x56, 0x82]),
    table("solaris", 512 + 12, &[0xee, 0xde, 0x0d, 0x60]),
    table("unixware", 29 * 512 + 4, &[0x0d, 0x60, 0x5e, 0xca]),
    table("ultrix", 16384 - 72, &[0x57, 0x29, 0x03, 0x00]),
    table("ldm", 6 * 512, b"PRIVHEAD"),
];
