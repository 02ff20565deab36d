//! Engines and options of other storage, which are refused with what does their work here.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::typed;

use typed::{errors, lower_text};

#[test]
fn engines_of_other_storage_say_what_does_their_work_here() {
    for (text, hint) in [
        ("ioengine=nbd uri=nbd://localhost", "nbd-client"),
        ("ioengine=rbd rbdname=x", "rbd map"),
        ("ioengine=page_fault size=1m", "fiord ladder"),
        ("ioengine=gfapi volume=v", "mount the volume"),
        ("ioengine=nfs nfs_url=nfs://host/x", "mount the export"),
        ("ioengine=http http_host=h", "S3"),
        ("ioengine=libiscsi initiator=i", "iscsiadm"),
        ("ioengine=libblkio libblkio_driver=io_uring", "ioengine=io_uring"),
        ("ioengine=net hostname=h", "iperf3"),
        ("ioengine=rdma verb=write", "perftest"),
        ("ioengine=xnvme xnvme_be=linux", "io_uring_cmd"),
        ("ioengine=dfs cont=c", "dfuse"),
        ("volume=v", "mount the volume"),
        ("uri=nbd://localhost", "/dev/nbdN"),
        ("hostname=h", "iperf3"),
        ("pool=p", "map or mount"),
        ("verb=read", "perftest"),
        ("gpu_dev_ids=0", "GPU"),
    ] {
        let said = errors(&lower_text(text).diagnostics).join(" ");
        assert!(said.contains(hint), "{text}: {said}");
        assert!(!said.contains("is not an engine"), "{text}: {said}");
    }
}
