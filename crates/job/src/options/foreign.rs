//! Options of engines and profiles that fiord does not have. They are known by name, so that a job that uses one is refused
//! with the reason rather than as a spelling mistake.

use super::build::*;
use super::spec::{OptionSpec, Support};

/// An option of engines that do not exist here.
const fn foreign(name: &'static str, engines: &'static [&'static str], doc: &'static str) -> OptionSpec {
    foreign_as(optional_text(name), engines, doc)
}

/// The same for a flag, which may stand bare on the command line.
const fn foreign_flag(name: &'static str, engines: &'static [&'static str], doc: &'static str) -> OptionSpec {
    foreign_as(set(name), engines, doc)
}

const fn foreign_as(mut spec: OptionSpec, engines: &'static [&'static str], doc: &'static str) -> OptionSpec {
    spec.engines = engines;
    spec.doc = doc;
    spec.support = Support::Refused("fiord does not have the engine or mode that it belongs to");
    spec
}

/// An option of one of fio's profiles. fio takes it anywhere, and without the profile it does nothing.
const fn profile(name: &'static str, profiles: &'static [&'static str], doc: &'static str) -> OptionSpec {
    foreign(name, profiles, doc).accepted("it belongs to a profile of fio, and no profile is in force")
}

pub(super) static OPTIONS: &[OptionSpec] = &[
    foreign("bindname", &["rdma"], "Address to bind to."),
    profile("block", &["tiobench"], "Block size of the profile."),
    foreign("brick", &["glusterfs"], "Brick of the Gluster volume."),
    foreign_flag("busy_poll", &["rados", "rbd"], "Poll for completions."),
    foreign("chunk_size", &["dfs", "libhdfs"], "Size of a chunk in bytes."),
    foreign("clientname", &["rados", "rbd"], "Client name of the cluster."),
    foreign("clustername", &["rados", "rbd"], "Name of the cluster."),
    foreign("conf", &["rados"], "Configuration file of the cluster."),
    foreign("cont", &["dfs"], "Container to use."),
    foreign("cuda_io", &["libcufile"], "How data reaches the GPU."),
    profile("device-names", &["act"], "Devices of the profile."),
    profile("dir", &["tiobench"], "Directory of the profile."),
    foreign(
        "dummy",
        &["skeleton_external"],
        "Placeholder of the example engine.",
    ),
    foreign("gpu_dev_ids", &["libcufile", "libhipfile"], "GPUs to use."),
    foreign_flag("hdfs_use_direct", &["libhdfs"], "Read without copying."),
    foreign("hdfsdirectory", &["libhdfs"], "Directory in the cluster."),
    foreign("hostname", &["libhdfs", "net", "rdma"], "Peer to talk to."),
    foreign("http_host", &["http"], "Server to talk to."),
    foreign("http_mode", &["http"], "Protocol spoken over HTTP."),
    foreign("http_object_mode", &["http"], "How objects and offsets map."),
    foreign("http_pass", &["http"], "Password for the server."),
    foreign("http_s3_key", &["http"], "S3 secret key."),
    foreign("http_s3_keyid", &["http"], "S3 key id."),
    foreign("http_s3_region", &["http"], "S3 region."),
    foreign("http_s3_security_token", &["http"], "S3 session token."),
    foreign(
        "http_s3_sse_customer_algorithm",
        &["http"],
        "S3 encryption algorithm.",
    ),
    foreign("http_s3_sse_customer_key", &["http"], "S3 encryption key."),
    foreign("http_s3_storage_class", &["http"], "S3 storage class."),
    foreign("http_swift_auth_token", &["http"], "Swift token."),
    foreign("http_user", &["http"], "User on the server."),
    foreign("http_verbose", &["http"], "How much the HTTP library says."),
    foreign("https", &["http"], "Whether to use HTTPS."),
    foreign("initiator", &["libiscsi"], "iSCSI initiator name."),
    foreign("interface", &["net"], "Network interface."),
    profile(
        "large-block-op-kbytes",
        &["act"],
        "Size of the profile's large I/Os.",
    ),
    foreign("libblkio_driver", &["libblkio"], "Driver of the library."),
    foreign(
        "libblkio_force_enable_completion_eventfd",
        &["libblkio"],
        "Completions through an event descriptor.",
    ),
    foreign("libblkio_num_entries", &["libblkio"], "Entries of a queue."),
    foreign("libblkio_path", &["libblkio"], "Path given to the driver."),
    foreign(
        "libblkio_pre_connect_props",
        &["libblkio"],
        "Properties set before connecting.",
    ),
    foreign(
        "libblkio_pre_start_props",
        &["libblkio"],
        "Properties set before starting.",
    ),
    foreign("libblkio_queue_size", &["libblkio"], "Size of a queue."),
    foreign("libblkio_vectored", &["libblkio"], "Use vectored requests."),
    foreign(
        "libblkio_wait_mode",
        &["libblkio"],
        "How completions are awaited.",
    ),
    foreign(
        "libblkio_write_zeroes_on_trim",
        &["libblkio"],
        "Write zeroes where a trim is asked for.",
    ),
    foreign_flag("listen", &["net"], "Wait for the peer to connect."),
    profile("load", &["act"], "Load of the profile."),
    foreign("mss", &["net"], "Largest TCP segment."),
    foreign("namenode", &["libhdfs"], "Name node of the cluster."),
    foreign("nfs_url", &["nfs"], "Address of the export."),
    foreign_flag(
        "no_completion_thread",
        &["windowsaio"],
        "Do without a thread for completions.",
    ),
    foreign_flag("nodelay", &["net"], "Send small TCP segments at once."),
    profile("numruns", &["tiobench"], "Runs of the profile."),
    foreign("object_class", &["dfs"], "Class of the objects."),
    foreign_flag("pingpong", &["net"], "Send each message back."),
    foreign("pool", &["dfs", "rados", "rbd"], "Pool of the cluster."),
    foreign("port", &["libhdfs", "net", "rdma"], "Port of the peer."),
    profile("prep", &["act"], "Preparation of the profile."),
    foreign("protocol", &["net"], "Network protocol."),
    foreign(
        "rbd_encryption_format",
        &["rbd"],
        "Format of the image's encryption.",
    ),
    foreign(
        "rbd_encryption_passphrase",
        &["rbd"],
        "File with the image's passphrase.",
    ),
    foreign("rbdname", &["rbd"], "Image to use."),
    profile(
        "read-req-num-512-blocks",
        &["act"],
        "Sectors per read of the profile.",
    ),
    foreign("rocm_io", &["libhipfile"], "How data reaches the GPU."),
    foreign_flag(
        "single-instance",
        &["glusterfs"],
        "Share one connection among jobs.",
    ),
    foreign_flag(
        "single_instance",
        &["libhdfs"],
        "Share one connection among jobs.",
    ),
    foreign("svcl", &["dfs"], "Service class of the objects."),
    profile("test-duration", &["act"], "Length of the profile."),
    foreign_flag(
        "threads",
        &["tiobench"],
        "Threads of the profile; workers are set by `numjobs`, and `thread` makes them threads.",
    )
    .accepted("it belongs to a profile of fio, and no profile is in force; for threads write `thread`"),
    profile(
        "threads-per-queue",
        &["act"],
        "Threads per device of the profile.",
    ),
    foreign_flag("touch_objects", &["rados"], "Create objects beforehand."),
    foreign("ttl", &["net"], "Time to live of multicast packets."),
    foreign("uri", &["nbd"], "Address of the export."),
    foreign("verb", &["rdma"], "Kind of RDMA transfer."),
    foreign("volume", &["glusterfs"], "Volume of the cluster."),
    foreign("window_size", &["net"], "TCP window."),
    foreign("xnvme_admin", &["xnvme"], "Backend for admin commands."),
    foreign("xnvme_async", &["xnvme"], "Backend for asynchronous commands."),
    foreign("xnvme_be", &["xnvme"], "Backend of the library."),
    foreign("xnvme_dev_nsid", &["xnvme"], "Namespace of the device."),
    foreign("xnvme_dev_subnqn", &["xnvme"], "Subsystem of the device."),
    foreign("xnvme_iovec", &["xnvme"], "Send vectored commands."),
    foreign("xnvme_mem", &["xnvme"], "Where the library's memory comes from."),
    foreign("xnvme_sync", &["xnvme"], "Backend for synchronous commands."),
];
