//! Engines of fio that do not exist here, by family: why, and what does the work instead.

use fiord_messages::{Fixed, job_support};

pub(super) const NETWORK: Fixed = job_support::network;
pub(super) const RDMA: Fixed = job_support::rdma;
pub(super) const NETWORK_OR_RDMA: Fixed = job_support::network_or_rdma;
pub(super) const CEPH: Fixed = job_support::ceph;
pub(super) const GLUSTER: Fixed = job_support::gluster;
pub(super) const HDFS: Fixed = job_support::hdfs;
pub(super) const DAOS: Fixed = job_support::daos;
pub(super) const CLUSTERS: Fixed = job_support::clusters;
pub(super) const OBJECTS: Fixed = job_support::objects;
pub(super) const NFS: Fixed = job_support::nfs;
pub(super) const ISCSI: Fixed = job_support::iscsi;
pub(super) const NBD: Fixed = job_support::nbd;
pub(super) const GPU: Fixed = job_support::gpu;
pub(super) const BLKIO: Fixed = job_support::blkio;
pub(super) const XNVME: Fixed = job_support::xnvme;
pub(super) const WINDOWS: Fixed = job_support::windows;
pub(super) const SOLARIS: Fixed = job_support::solaris;
pub(super) const EXTERNAL: Fixed = job_support::external;
pub(super) const ZBC: Fixed = job_support::zbc;
pub(super) const IME: Fixed = job_support::ime;
