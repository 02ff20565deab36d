//! What the options of engines that send commands become.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::typed;

use fiord_job::diagnostic::Level;
use fiord_job::plan::{
    DataPlacement, DirectivePlan, EngineKind, MetadataPlan, NvmeWriteMode, PassthroughPlan, PlacementOf,
    SchemeEntry, SgWriteMode,
};
use typed::{errors, has_errors, lower_text, messages, plan};

#[test]
fn commands_go_past_the_page_cache_whatever_direct_says() {
    for engine in ["sg", "io_uring_cmd"] {
        let job = plan(&format!("ioengine={engine} direct=0 readfua=1 writefua=1"));
        assert!(job.durability.direct && job.engine.kind.sends_commands());
        assert!(job.engine.passthrough.read_fua && job.engine.passthrough.write_fua);
        assert!(!job.engine.kind.takes_any_file());
    }
    assert!(!plan("ioengine=psync").engine.kind.sends_commands());
}

#[test]
fn scsi_writes() {
    let mode = |text: &str| plan(&format!("ioengine=sg {text}")).engine.passthrough;
    assert_eq!(mode(""), PassthroughPlan::default());
    for (word, meant) in [
        ("verify", SgWriteMode::WriteAndVerify),
        ("write_and_verify", SgWriteMode::WriteAndVerify),
        ("same", SgWriteMode::WriteSame),
        ("write_same_ndob", SgWriteMode::WriteSameNoData),
        ("verify_bytchk_11", SgWriteMode::VerifyOneBlock),
    ] {
        assert_eq!(mode(&format!("sg_write_mode={word}")).sg_write, meant);
    }
    assert_eq!(mode("sg_write_mode=write_stream stream_id=7").stream_id, 7);
    assert_eq!(plan("ioengine=sg hipri").engine.kind, EngineKind::Sg);
}

#[test]
fn nvme_writes_and_their_placement() {
    let passthrough = |text: &str| plan(&format!("ioengine=io_uring_cmd {text}")).engine.passthrough;
    let zeroes = passthrough("cmd_type=nvme write_mode=zeroes deac=1 verify_mode=read");
    assert_eq!(
        (zeroes.nvme_write, zeroes.deallocate),
        (NvmeWriteMode::Zeroes, true)
    );
    assert!(!zeroes.nvme_stores_data() && zeroes.nvme_write_split.is_empty());
    let split = |text: &str| {
        let passthrough = passthrough(&format!("write_mode={text}"));
        let shares = passthrough.nvme_write_split.iter();
        (
            shares
                .map(|share| (share.mode, share.percent))
                .collect::<Vec<_>>(),
            passthrough.nvme_stores_data(),
        )
    };
    let (write, uncor, rest) = (
        NvmeWriteMode::Write,
        NvmeWriteMode::Uncorrectable,
        NvmeWriteMode::Zeroes,
    );
    assert_eq!(
        split("zeroes/30:write/60:uncor/10"),
        (vec![(rest, 30), (write, 60), (uncor, 10)], false)
    );
    assert_eq!(
        split("write/45:zeroes:uncor").0,
        [(write, 45), (rest, 27), (uncor, 28)]
    );
    assert_eq!(split("write/100:zeroes/0"), (vec![], true));
    assert_eq!(split("write"), (vec![], true));
    let compares = "verify_mode=compare verify=pattern verify_pattern=0xdead%o rw=";
    assert!(
        passthrough(&format!("{compares}randwrite")).compare
            && passthrough(&format!("{compares}read")).compare
    );
    let placed = |text: &str| passthrough(text).directive;
    assert_eq!(placed("fdp=1").kind, DataPlacement::Fdp);
    assert_eq!(placed("fdp=0"), DirectivePlan::default());
    assert_eq!(
        placed("dataplacement=fdp plid_select=random fdp_pli=0,2,5-7"),
        DirectivePlan {
            kind: DataPlacement::Fdp,
            choice: PlacementOf::Random,
            ids: vec![0, 2, 5, 6, 7],
            scheme: Vec::new(),
        }
    );
    assert_eq!(placed("dataplacement=streams plids=1,2").ids, [1, 2]);
    let line = |start, end, index| SchemeEntry { start, end, index };
    let scheme = placed("fdp=1 plid_select=scheme dp_scheme=scheme.txt").scheme;
    assert_eq!(scheme, [line(0, 4096, 1), line(4096, 8192, 0)]);
    let both = lower_text("ioengine=io_uring_cmd fdp=1 plid_select=scheme dp_scheme=scheme.txt plids=1");
    assert_eq!(both.plan.jobs[0].engine.passthrough.directive.ids, [0; 0]);
    assert!(messages(&both.diagnostics, Level::Note)[0].contains("`plids` has no effect"));
}

#[test]
fn what_belongs_to_another_kind_of_command_says_so_and_names_what_does_it_here() {
    for (text, hint) in [
        ("cdb_len=16", "ioengine=sg"),
        ("read_mode=prefetch", "ioengine=sg"),
        ("verify_bytchk=1", "verify_bytchk_01"),
        ("cmd_type=bsg", "ioengine=sg"),
    ] {
        let read = lower_text(&format!("ioengine=io_uring_cmd {text}"));
        let said = errors(&read.diagnostics).join(" ");
        assert!(
            said.contains("cmd_type=bsg") && said.contains(hint),
            "{text}: {said}"
        );
    }
}

#[test]
fn what_contradicts_itself_or_cannot_be_done_is_refused() {
    for text in [
        "ioengine=sg verify=crc32c sg_write_mode=write_same",
        "ioengine=sg stream_id=65536",
        "ioengine=sg pre_read=1",
        "ioengine=io_uring_cmd pre_read=1",
        "ioengine=sg sg_write_mode=writ",
        "ioengine=sg zonemode=zbd",
        "ioengine=io_uring_cmd zonemode=zbd",
        "ioengine=io_uring_cmd verify=crc32c write_mode=zeroes",
        "ioengine=io_uring_cmd verify_mode=compare",
        "ioengine=io_uring_cmd verify_mode=compare rw=write verify=crc32c",
        "ioengine=io_uring_cmd verify_mode=compare rw=write verify=pattern_hdr verify_pattern=1",
        "ioengine=io_uring_cmd verify_mode=compare rw=randrw verify=pattern verify_pattern=1",
        "ioengine=io_uring_cmd verify_mode=compare rw=randtrim verify=pattern verify_pattern=1",
        "ioengine=io_uring_cmd verify_mode=compare rw=write bsrange=4k-8k verify=pattern verify_pattern=1",
        "ioengine=io_uring_cmd verify_mode=compare rw=randwrite ba=512 verify=pattern verify_pattern=1",
        "ioengine=io_uring_cmd cmd_type=scsi",
        "ioengine=io_uring_cmd pi_act=2",
        "ioengine=io_uring_cmd pi_chk=GUARD,CRC",
        "ioengine=io_uring_cmd apptag=65536",
        "ioengine=io_uring_cmd cdb_len=16",
        "ioengine=io_uring_cmd sg_write_mode=write",
        "ioengine=psync readfua=1",
        "ioengine=psync fdp=1",
        "ioengine=io_uring_cmd fdp=1 plids=1-",
        "ioengine=io_uring_cmd fdp=1 plids=7-5",
        "ioengine=io_uring_cmd fdp=1 plids=70000",
        "ioengine=io_uring_cmd fdp=1 plid_select=scheme",
        "ioengine=io_uring_cmd fdp=1 dp_scheme=scheme.txt",
        "ioengine=io_uring_cmd fdp=1 plid_select=scheme dp_scheme=abc.bin",
        "ioengine=io_uring_cmd fdp=1 plid_select=scheme dp_scheme=missing",
        "ioengine=io_uring_cmd dataplacement=streams plid_select=scheme dp_scheme=scheme.txt",
        "ioengine=io_uring_cmd write_mode=write/60:zeroes/30",
        "ioengine=io_uring_cmd write_mode=write/60:zeroes/50",
        "ioengine=io_uring_cmd write_mode=write/60:write/40",
        "ioengine=io_uring_cmd write_mode=write/60:zero/40",
        "ioengine=io_uring_cmd write_mode=60:write/40:zeroes",
        "ioengine=io_uring_cmd write_mode=",
        "ioengine=io_uring_cmd verify=crc32c write_mode=write/60:zeroes/40",
        "ioengine=io_uring_cmd dataplacement=streams",
        "ioengine=io_uring_cmd dataplacement=streams plids=0,1",
    ] {
        let read = lower_text(text);
        assert_ne!(errors(&read.diagnostics), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn metadata_and_protection_information() {
    let metadata = |text: &str| {
        plan(&format!("ioengine=io_uring_cmd {text}"))
            .engine
            .passthrough
            .metadata
    };
    let defaults = metadata("");
    assert_eq!(defaults, MetadataPlan::default());
    assert_eq!(
        (
            defaults.by_device,
            defaults.application_tag,
            defaults.application_mask
        ),
        (true, 0x1234, 0xffff)
    );
    assert_eq!(
        metadata("md_per_io_size=4k pi_act=0 pi_chk=GUARD,REFTAG,APPTAG apptag=0x42 apptag_mask=0xff00"),
        MetadataPlan {
            buffer_bytes: 4096,
            by_device: false,
            check_guard: true,
            check_reference: true,
            check_application: true,
            application_tag: 0x42,
            application_mask: 0xff00,
        }
    );
}

#[test]
fn trims_of_several_ranges() {
    const JOB: &str = "ioengine=io_uring_cmd rw=randtrim num_range=16";
    assert_eq!(plan(JOB).engine.passthrough.trim_ranges, 16);
    assert_eq!(plan("rw=trim").engine.passthrough.trim_ranges, 1);
    assert!(!has_errors(&lower_text("rw=trim num_range=1")));
    for (text, words) in [
        (
            "rw=trim num_range=2",
            "num_range=2: psync trims one range at a time; only io_uring_cmd can trim several",
        ),
        ("ioengine=io_uring_cmd rw=trim num_range=257", "num_range"),
        ("ioengine=io_uring_cmd rw=trim num_range=0", "num_range"),
        (
            "ioengine=io_uring_cmd rw=trimwrite num_range=2",
            "num_range=2: not supported with `rw=trimwrite`, because only trims can have several ranges",
        ),
        (
            "ioengine=io_uring_cmd rw=read num_range=2",
            "num_range=2: not supported with `rw=read`",
        ),
        (
            "ioengine=io_uring_cmd rw=trim num_range=256 bs=4k,4k,8m",
            "num_range=256: one I/O has ranges of up to 8388608 bytes each, 2147483648 bytes in total",
        ),
        (
            "ioengine=io_uring_cmd rw=trim num_range=2 read_iolog=recorded",
            "num_range=2: an I/O trace (`read_iolog`) has one range",
        ),
        (
            "ioengine=io_uring_cmd rw=trim num_range=2 verify=crc32c",
            "num_range=2: `verify` supports only one offset",
        ),
        (
            "ioengine=io_uring_cmd rw=trim num_range=2 serialize_overlap=1",
            "num_range=2: `serialize_overlap` supports only one offset",
        ),
        (
            "ioengine=io_uring_cmd rw=trim num_range=2 block_error_percentiles=1",
            "num_range=2: `block_error_percentiles` supports only one offset",
        ),
    ] {
        let said = errors(&lower_text(text).diagnostics);
        assert!(said.iter().any(|said| said.contains(words)), "{text}: {said:?}");
    }
}
