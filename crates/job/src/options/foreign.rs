//! Options of engines and profiles that fiord does not have. They are known by name, so that a job that uses one is refused
//! with the reason rather than as a spelling mistake.

use fiord_messages::{Fixed, job_support};

use super::build::*;
use super::families::*;
use super::spec::{OptionSpec, Support};

/// An option of engines that do not exist here, and why they do not.
const fn text(
    name: &'static str,
    engines: &'static [&'static str],
    why: Fixed,
    doc: &'static str,
) -> OptionSpec {
    refused(optional_text(name), engines, why, doc)
}

/// The same for a flag, which may stand bare on the command line.
const fn flag(
    name: &'static str,
    engines: &'static [&'static str],
    why: Fixed,
    doc: &'static str,
) -> OptionSpec {
    refused(set(name), engines, why, doc)
}

const fn refused(
    mut spec: OptionSpec,
    engines: &'static [&'static str],
    why: Fixed,
    doc: &'static str,
) -> OptionSpec {
    spec.engines = engines;
    spec.doc = doc;
    spec.support = Support::Refused(why);
    spec
}

const NO_PROFILE: Fixed = job_support::no_profile_active;
const NO_THREADS: Fixed = job_support::no_profile_threads;

/// An option of one of fio's profiles. fio takes it anywhere, and without the profile it does nothing.
const fn profile(
    name: &'static str,
    profiles: &'static [&'static str],
    why: Fixed,
    doc: &'static str,
) -> OptionSpec {
    text(name, profiles, why, doc).accepted(why)
}

/// The same for a flag.
const fn profile_flag(
    name: &'static str,
    profiles: &'static [&'static str],
    why: Fixed,
    doc: &'static str,
) -> OptionSpec {
    flag(name, profiles, why, doc).accepted(why)
}

/// A line for each option: how it is typed, its name, whose it is, why it is not here, and what it is.
macro_rules! table {
    ($($kind:ident $name:literal [$($owner:literal)+] $why:ident: $doc:literal,)+) => {
        &[$($kind($name, &[$($owner),+], $why, $doc)),+]
    };
}

pub(super) static OPTIONS: &[OptionSpec] = table! {
    text "bindname" ["rdma"] RDMA: "Local address.",
    profile "block" ["tiobench"] NO_PROFILE: "Block size of the profile.",
    text "brick" ["glusterfs"] GLUSTER: "Brick of the Gluster volume.",
    flag "busy_poll" ["rados" "rbd"] CEPH: "Poll for completions.",
    text "chunk_size" ["dfs" "libhdfs"] CLUSTERS: "Size of a chunk in bytes.",
    text "clientname" ["rados" "rbd"] CEPH: "Client name of the cluster.",
    text "clustername" ["rados" "rbd"] CEPH: "Name of the cluster.",
    text "conf" ["rados"] CEPH: "Configuration file of the cluster.",
    text "cont" ["dfs"] DAOS: "Container to use.",
    text "cuda_io" ["libcufile"] GPU: "How data reaches the GPU.",
    profile "device-names" ["act"] NO_PROFILE: "Devices of the profile.",
    profile "dir" ["tiobench"] NO_PROFILE: "Directory of the profile.",
    text "dummy" ["skeleton_external"] EXTERNAL: "Placeholder of the example engine.",
    text "gpu_dev_ids" ["libcufile" "libhipfile"] GPU: "GPUs to use.",
    flag "hdfs_use_direct" ["libhdfs"] HDFS: "Read without copying.",
    text "hdfsdirectory" ["libhdfs"] HDFS: "Directory in the cluster.",
    text "hostname" ["libhdfs" "net" "rdma"] NETWORK_OR_RDMA: "Address of the peer.",
    text "http_host" ["http"] OBJECTS: "Address of the server.",
    text "http_mode" ["http"] OBJECTS: "Protocol spoken over HTTP.",
    text "http_object_mode" ["http"] OBJECTS: "How objects and offsets map.",
    text "http_pass" ["http"] OBJECTS: "Password for the server.",
    text "http_s3_key" ["http"] OBJECTS: "S3 secret key.",
    text "http_s3_keyid" ["http"] OBJECTS: "S3 key id.",
    text "http_s3_region" ["http"] OBJECTS: "S3 region.",
    text "http_s3_security_token" ["http"] OBJECTS: "S3 session token.",
    text "http_s3_sse_customer_algorithm" ["http"] OBJECTS: "S3 encryption algorithm.",
    text "http_s3_sse_customer_key" ["http"] OBJECTS: "S3 encryption key.",
    text "http_s3_storage_class" ["http"] OBJECTS: "S3 storage class.",
    text "http_swift_auth_token" ["http"] OBJECTS: "Swift token.",
    text "http_user" ["http"] OBJECTS: "User on the server.",
    text "http_verbose" ["http"] OBJECTS: "How much the HTTP library says.",
    text "https" ["http"] OBJECTS: "Whether to use HTTPS.",
    text "initiator" ["libiscsi"] ISCSI: "iSCSI initiator name.",
    text "interface" ["net"] NETWORK: "Network interface.",
    profile "large-block-op-kbytes" ["act"] NO_PROFILE: "Size of the profile's large I/Os.",
    text "libblkio_driver" ["libblkio"] BLKIO: "Driver of the library.",
    text "libblkio_force_enable_completion_eventfd" ["libblkio"] BLKIO: "Completions through an event descriptor.",
    text "libblkio_num_entries" ["libblkio"] BLKIO: "Entries of a queue.",
    text "libblkio_path" ["libblkio"] BLKIO: "Path given to the driver.",
    text "libblkio_pre_connect_props" ["libblkio"] BLKIO: "Properties set before connecting.",
    text "libblkio_pre_start_props" ["libblkio"] BLKIO: "Properties set before starting.",
    text "libblkio_queue_size" ["libblkio"] BLKIO: "Size of a queue.",
    text "libblkio_vectored" ["libblkio"] BLKIO: "Use vectored requests.",
    text "libblkio_wait_mode" ["libblkio"] BLKIO: "How completions are awaited.",
    text "libblkio_write_zeroes_on_trim" ["libblkio"] BLKIO: "Write zeroes instead of trims.",
    flag "listen" ["net"] NETWORK: "Wait for the peer to connect.",
    profile "load" ["act"] NO_PROFILE: "Load of the profile.",
    text "mss" ["net"] NETWORK: "Largest TCP segment.",
    text "namenode" ["libhdfs"] HDFS: "Node for names of the cluster.",
    text "nfs_url" ["nfs"] NFS: "Address of the export.",
    flag "no_completion_thread" ["windowsaio"] WINDOWS: "Do without a thread for completions.",
    flag "nodelay" ["net"] NETWORK: "Send small TCP segments without delay.",
    profile "numruns" ["tiobench"] NO_PROFILE: "Runs of the profile.",
    text "object_class" ["dfs"] DAOS: "Class of the objects.",
    flag "pingpong" ["net"] NETWORK: "Send each message back.",
    text "pool" ["dfs" "rados" "rbd"] CLUSTERS: "Pool of the cluster.",
    text "port" ["libhdfs" "net" "rdma"] NETWORK_OR_RDMA: "Port of the peer.",
    profile "prep" ["act"] NO_PROFILE: "Preparation of the profile.",
    text "protocol" ["net"] NETWORK: "Network protocol.",
    text "rbd_encryption_format" ["rbd"] CEPH: "Format of the image's encryption.",
    text "rbd_encryption_passphrase" ["rbd"] CEPH: "File with the image's passphrase.",
    text "rbdname" ["rbd"] CEPH: "Image to use.",
    profile "read-req-num-512-blocks" ["act"] NO_PROFILE: "Sectors per read of the profile.",
    text "rocm_io" ["libhipfile"] GPU: "How data reaches the GPU.",
    flag "single-instance" ["glusterfs"] GLUSTER: "Share one connection among jobs.",
    flag "single_instance" ["libhdfs"] HDFS: "Share one connection among jobs.",
    text "svcl" ["dfs"] DAOS: "Service class of the objects.",
    profile "test-duration" ["act"] NO_PROFILE: "Length of the profile.",
    profile_flag "threads" ["tiobench"] NO_THREADS: "Threads of the profile; workers are set by `numjobs`, and `thread` makes them threads.",
    profile "threads-per-queue" ["act"] NO_PROFILE: "Threads per device of the profile.",
    flag "touch_objects" ["rados"] CEPH: "Create objects beforehand.",
    text "ttl" ["net"] NETWORK: "Time to live of multicast packets.",
    text "uri" ["nbd"] NBD: "Address of the export.",
    text "verb" ["rdma"] RDMA: "Kind of RDMA transfer.",
    text "volume" ["glusterfs"] GLUSTER: "Volume of the cluster.",
    text "window_size" ["net"] NETWORK: "TCP window.",
    text "xnvme_admin" ["xnvme"] XNVME: "Backend for admin commands.",
    text "xnvme_async" ["xnvme"] XNVME: "Backend for asynchronous commands.",
    text "xnvme_be" ["xnvme"] XNVME: "Backend of the library.",
    text "xnvme_dev_nsid" ["xnvme"] XNVME: "Namespace of the device.",
    text "xnvme_dev_subnqn" ["xnvme"] XNVME: "Subsystem of the device.",
    text "xnvme_iovec" ["xnvme"] XNVME: "Send vectored commands.",
    text "xnvme_mem" ["xnvme"] XNVME: "Kind of memory of the library.",
    text "xnvme_sync" ["xnvme"] XNVME: "Backend for synchronous commands.",
};
