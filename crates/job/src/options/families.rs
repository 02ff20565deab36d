//! Engines of fio that do not exist here, by family: why, and what does the work instead.

pub(super) const NETWORK: &str = "the engines net and netsplice send data from host to host over sockets, where no storage is; iperf3 measures that";
pub(super) const RDMA: &str = "the engine rdma sends data from host to host, where no storage is; ib_write_bw and its like (perftest) measure that";
pub(super) const NETWORK_OR_RDMA: &str = "it names the other host of network engines (net, rdma, libhdfs), of which fiord has none; iperf3 measures sockets, perftest RDMA";
pub(super) const CEPH: &str = "the engines rados and rbd speak to a Ceph cluster through its libraries; map the image (`rbd map`) and give the block device, or \
     mount CephFS";
pub(super) const GLUSTER: &str = "the engines gfapi and gfapi_async speak to a Gluster volume through its library; mount the volume and give a file in it";
pub(super) const HDFS: &str =
    "the engine libhdfs speaks to a Hadoop cluster through its library; Hadoop's TestDFSIO measures HDFS";
pub(super) const DAOS: &str =
    "the engine dfs speaks to DAOS through its library; mount the container with dfuse and give a file in it";
pub(super) const CLUSTERS: &str = "it belongs to engines that speak to a cluster through its libraries (rados, rbd, dfs, libhdfs); map or mount what is there, and \
     give the device or a file";
pub(super) const OBJECTS: &str = "the engine http speaks to object stores (S3, Swift, WebDAV), which are neither files nor devices; warp and elbencho measure S3";
pub(super) const NFS: &str =
    "the engine nfs is an NFS client of its own in user space; mount the export and give a file in it";
pub(super) const ISCSI: &str = "the engine libiscsi is an iSCSI initiator of its own in user space; log in with iscsiadm and give the disk";
pub(super) const NBD: &str = "the engine nbd is a client of its own for network block devices; attach the export (`nbd-client`, `qemu-nbd --connect`) and give \
     /dev/nbdN";
pub(super) const GPU: &str = "the engines libcufile and libhipfile move data to and from GPU memory through the vendor's library, which fiord does not link; \
     gdsio measures that for NVIDIA";
pub(super) const BLKIO: &str = "the engine libblkio drives devices past the kernel (vhost-user, VFIO) through a library that fiord does not link; for a device of \
     the kernel `ioengine=io_uring` does what its driver io_uring does";
pub(super) const XNVME: &str = "the engine xnvme reaches NVMe devices through a library (with SPDK, past the kernel) that fiord does not link; \
     `ioengine=io_uring_cmd` sends NVMe commands, `ioengine=io_uring` reads and writes";
pub(super) const WINDOWS: &str = "the engine windowsaio exists on Windows only";
pub(super) const SOLARIS: &str = "the engine solarisaio exists on Solaris only";
pub(super) const EXTERNAL: &str =
    "it belongs to an engine from a file (`ioengine=external:`), and fiord loads none";
pub(super) const ZBC: &str = "it reaches zoned disks through a library that fiord does not link; `zonemode=zbd` works on the zoned block device itself";
pub(super) const IME: &str = "it speaks to DDN's Infinite Memory Engine through its library; mount what it offers and give a file in it";
