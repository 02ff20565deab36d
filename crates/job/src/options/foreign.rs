//! Options of engines and profiles that fiord does not have. They are known by name, so that a job that uses one is refused
//! with the reason rather than as a spelling mistake.

use super::build::*;
use super::families;
use super::spec::{OptionSpec, Support};

/// An option of engines that do not exist here, and why they do not.
const fn foreign(
    name: &'static str,
    engines: &'static [&'static str],
    why: &'static str,
    doc: &'static str,
) -> OptionSpec {
    foreign_as(optional_text(name), engines, why, doc)
}

/// The same for a flag, which may stand bare on the command line.
const fn foreign_flag(
    name: &'static str,
    engines: &'static [&'static str],
    why: &'static str,
    doc: &'static str,
) -> OptionSpec {
    foreign_as(set(name), engines, why, doc)
}

const fn foreign_as(
    mut spec: OptionSpec,
    engines: &'static [&'static str],
    why: &'static str,
    doc: &'static str,
) -> OptionSpec {
    spec.engines = engines;
    spec.doc = doc;
    spec.support = Support::Refused(why);
    spec
}

const NO_PROFILE: &str = "it belongs to a profile of fio, and no profile is in force";

/// An option of one of fio's profiles. fio takes it anywhere, and without the profile it does nothing.
const fn profile(name: &'static str, profiles: &'static [&'static str], doc: &'static str) -> OptionSpec {
    foreign(name, profiles, NO_PROFILE, doc).accepted(NO_PROFILE)
}

pub(super) static OPTIONS: &[OptionSpec] = &[
    foreign("bindname", &["rdma"], families::RDMA, "Address to bind to."),
    profile("block", &["tiobench"], "Block size of the profile."),
    foreign(
        "brick",
        &["glusterfs"],
        families::GLUSTER,
        "Brick of the Gluster volume.",
    ),
    foreign_flag(
        "busy_poll",
        &["rados", "rbd"],
        families::CEPH,
        "Poll for completions.",
    ),
    foreign(
        "chunk_size",
        &["dfs", "libhdfs"],
        families::CLUSTERS,
        "Size of a chunk in bytes.",
    ),
    foreign(
        "clientname",
        &["rados", "rbd"],
        families::CEPH,
        "Client name of the cluster.",
    ),
    foreign(
        "clustername",
        &["rados", "rbd"],
        families::CEPH,
        "Name of the cluster.",
    ),
    foreign(
        "conf",
        &["rados"],
        families::CEPH,
        "Configuration file of the cluster.",
    ),
    foreign("cont", &["dfs"], families::DAOS, "Container to use."),
    foreign(
        "cuda_io",
        &["libcufile"],
        families::GPU,
        "How data reaches the GPU.",
    ),
    profile("device-names", &["act"], "Devices of the profile."),
    profile("dir", &["tiobench"], "Directory of the profile."),
    foreign(
        "dummy",
        &["skeleton_external"],
        families::EXTERNAL,
        "Placeholder of the example engine.",
    ),
    foreign(
        "gpu_dev_ids",
        &["libcufile", "libhipfile"],
        families::GPU,
        "GPUs to use.",
    ),
    foreign_flag(
        "hdfs_use_direct",
        &["libhdfs"],
        families::HDFS,
        "Read without copying.",
    ),
    foreign(
        "hdfsdirectory",
        &["libhdfs"],
        families::HDFS,
        "Directory in the cluster.",
    ),
    foreign(
        "hostname",
        &["libhdfs", "net", "rdma"],
        families::NETWORK_OR_RDMA,
        "Peer to talk to.",
    ),
    foreign("http_host", &["http"], families::OBJECTS, "Server to talk to."),
    foreign(
        "http_mode",
        &["http"],
        families::OBJECTS,
        "Protocol spoken over HTTP.",
    ),
    foreign(
        "http_object_mode",
        &["http"],
        families::OBJECTS,
        "How objects and offsets map.",
    ),
    foreign(
        "http_pass",
        &["http"],
        families::OBJECTS,
        "Password for the server.",
    ),
    foreign("http_s3_key", &["http"], families::OBJECTS, "S3 secret key."),
    foreign("http_s3_keyid", &["http"], families::OBJECTS, "S3 key id."),
    foreign("http_s3_region", &["http"], families::OBJECTS, "S3 region."),
    foreign(
        "http_s3_security_token",
        &["http"],
        families::OBJECTS,
        "S3 session token.",
    ),
    foreign(
        "http_s3_sse_customer_algorithm",
        &["http"],
        families::OBJECTS,
        "S3 encryption algorithm.",
    ),
    foreign(
        "http_s3_sse_customer_key",
        &["http"],
        families::OBJECTS,
        "S3 encryption key.",
    ),
    foreign(
        "http_s3_storage_class",
        &["http"],
        families::OBJECTS,
        "S3 storage class.",
    ),
    foreign(
        "http_swift_auth_token",
        &["http"],
        families::OBJECTS,
        "Swift token.",
    ),
    foreign("http_user", &["http"], families::OBJECTS, "User on the server."),
    foreign(
        "http_verbose",
        &["http"],
        families::OBJECTS,
        "How much the HTTP library says.",
    ),
    foreign("https", &["http"], families::OBJECTS, "Whether to use HTTPS."),
    foreign(
        "initiator",
        &["libiscsi"],
        families::ISCSI,
        "iSCSI initiator name.",
    ),
    foreign("interface", &["net"], families::NETWORK, "Network interface."),
    profile(
        "large-block-op-kbytes",
        &["act"],
        "Size of the profile's large I/Os.",
    ),
    foreign(
        "libblkio_driver",
        &["libblkio"],
        families::BLKIO,
        "Driver of the library.",
    ),
    foreign(
        "libblkio_force_enable_completion_eventfd",
        &["libblkio"],
        families::BLKIO,
        "Completions through an event descriptor.",
    ),
    foreign(
        "libblkio_num_entries",
        &["libblkio"],
        families::BLKIO,
        "Entries of a queue.",
    ),
    foreign(
        "libblkio_path",
        &["libblkio"],
        families::BLKIO,
        "Path given to the driver.",
    ),
    foreign(
        "libblkio_pre_connect_props",
        &["libblkio"],
        families::BLKIO,
        "Properties set before connecting.",
    ),
    foreign(
        "libblkio_pre_start_props",
        &["libblkio"],
        families::BLKIO,
        "Properties set before starting.",
    ),
    foreign(
        "libblkio_queue_size",
        &["libblkio"],
        families::BLKIO,
        "Size of a queue.",
    ),
    foreign(
        "libblkio_vectored",
        &["libblkio"],
        families::BLKIO,
        "Use vectored requests.",
    ),
    foreign(
        "libblkio_wait_mode",
        &["libblkio"],
        families::BLKIO,
        "How completions are awaited.",
    ),
    foreign(
        "libblkio_write_zeroes_on_trim",
        &["libblkio"],
        families::BLKIO,
        "Write zeroes where a trim is asked for.",
    ),
    foreign_flag(
        "listen",
        &["net"],
        families::NETWORK,
        "Wait for the peer to connect.",
    ),
    profile("load", &["act"], "Load of the profile."),
    foreign("mss", &["net"], families::NETWORK, "Largest TCP segment."),
    foreign(
        "namenode",
        &["libhdfs"],
        families::HDFS,
        "Name node of the cluster.",
    ),
    foreign("nfs_url", &["nfs"], families::NFS, "Address of the export."),
    foreign_flag(
        "no_completion_thread",
        &["windowsaio"],
        families::WINDOWS,
        "Do without a thread for completions.",
    ),
    foreign_flag(
        "nodelay",
        &["net"],
        families::NETWORK,
        "Send small TCP segments at once.",
    ),
    profile("numruns", &["tiobench"], "Runs of the profile."),
    foreign("object_class", &["dfs"], families::DAOS, "Class of the objects."),
    foreign_flag("pingpong", &["net"], families::NETWORK, "Send each message back."),
    foreign(
        "pool",
        &["dfs", "rados", "rbd"],
        families::CLUSTERS,
        "Pool of the cluster.",
    ),
    foreign(
        "port",
        &["libhdfs", "net", "rdma"],
        families::NETWORK_OR_RDMA,
        "Port of the peer.",
    ),
    profile("prep", &["act"], "Preparation of the profile."),
    foreign("protocol", &["net"], families::NETWORK, "Network protocol."),
    foreign(
        "rbd_encryption_format",
        &["rbd"],
        families::CEPH,
        "Format of the image's encryption.",
    ),
    foreign(
        "rbd_encryption_passphrase",
        &["rbd"],
        families::CEPH,
        "File with the image's passphrase.",
    ),
    foreign("rbdname", &["rbd"], families::CEPH, "Image to use."),
    profile(
        "read-req-num-512-blocks",
        &["act"],
        "Sectors per read of the profile.",
    ),
    foreign(
        "rocm_io",
        &["libhipfile"],
        families::GPU,
        "How data reaches the GPU.",
    ),
    foreign_flag(
        "single-instance",
        &["glusterfs"],
        families::GLUSTER,
        "Share one connection among jobs.",
    ),
    foreign_flag(
        "single_instance",
        &["libhdfs"],
        families::HDFS,
        "Share one connection among jobs.",
    ),
    foreign("svcl", &["dfs"], families::DAOS, "Service class of the objects."),
    profile("test-duration", &["act"], "Length of the profile."),
    foreign_flag(
        "threads",
        &["tiobench"],
        NO_PROFILE,
        "Threads of the profile; workers are set by `numjobs`, and `thread` makes them threads.",
    )
    .accepted("it belongs to a profile of fio, and no profile is in force; for threads write `thread`"),
    profile(
        "threads-per-queue",
        &["act"],
        "Threads per device of the profile.",
    ),
    foreign_flag(
        "touch_objects",
        &["rados"],
        families::CEPH,
        "Create objects beforehand.",
    ),
    foreign(
        "ttl",
        &["net"],
        families::NETWORK,
        "Time to live of multicast packets.",
    ),
    foreign("uri", &["nbd"], families::NBD, "Address of the export."),
    foreign("verb", &["rdma"], families::RDMA, "Kind of RDMA transfer."),
    foreign(
        "volume",
        &["glusterfs"],
        families::GLUSTER,
        "Volume of the cluster.",
    ),
    foreign("window_size", &["net"], families::NETWORK, "TCP window."),
    foreign(
        "xnvme_admin",
        &["xnvme"],
        families::XNVME,
        "Backend for admin commands.",
    ),
    foreign(
        "xnvme_async",
        &["xnvme"],
        families::XNVME,
        "Backend for asynchronous commands.",
    ),
    foreign("xnvme_be", &["xnvme"], families::XNVME, "Backend of the library."),
    foreign(
        "xnvme_dev_nsid",
        &["xnvme"],
        families::XNVME,
        "Namespace of the device.",
    ),
    foreign(
        "xnvme_dev_subnqn",
        &["xnvme"],
        families::XNVME,
        "Subsystem of the device.",
    ),
    foreign(
        "xnvme_iovec",
        &["xnvme"],
        families::XNVME,
        "Send vectored commands.",
    ),
    foreign(
        "xnvme_mem",
        &["xnvme"],
        families::XNVME,
        "Where the library's memory comes from.",
    ),
    foreign(
        "xnvme_sync",
        &["xnvme"],
        families::XNVME,
        "Backend for synchronous commands.",
    ),
];
