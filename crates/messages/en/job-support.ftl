## Why an option has no effect, or why fiord does not have an option or engine: a clause after a colon
no-map = fiord needs a map only for several block sizes or random_generator=fio; to run without a map, use norandommap
use-percentage-random = fio withdrew it; use percentage_random
withdrawn = fio withdrew it
default-huge-page = the kernel's default huge page size is used, or with `mem=mmaphuge:FILE` that of the file's hugetlbfs
gpu-memory = fiord does not support GPU memory, and fio has this option only if built with CUDA
no-profiles = fiord does not have fio's profiles
no-barriers = Linux has had no write barriers since 2.6.37, so the option does not change the writes of fio either; use fsync
completions-by-call = completions are always fetched by the system call
no-clients = there are no clients
never-in-use = fiord never writes to a device in use; see --allow-destroy for other devices
fio-ignores = fio ignores it as well
read-piecewise = an I/O trace is always read piece by piece
one-clock = fiord chooses the clock itself: the TSC or CLOCK_MONOTONIC
still-sampled = fio samples bandwidth and IOPS with this option as well, and tools read the samples
logs-stay = fiord does not compress log entries in memory; log_store_compressed writes compressed files
compressed-at-end = log files are compressed at the end of the run
knows-written = fiord knows the written blocks with or without this option
no-profile-active = an option of fio's profiles, and no profile is active
no-profile-threads = an option of fio's profiles, and no profile is active; for more workers use `numjobs`
pmemblk = only libpmemblk reads the format of its files; `ioengine=libpmem` works on any file on persistent memory
page-fault = the engine page_fault copies anonymous memory and uses no storage; `fiord ladder` measures page faults
network = the engines net and netsplice send data from host to host over sockets, without storage; use iperf3 to measure the network
rdma = the engine rdma sends data from host to host, without storage; use ib_write_bw and similar tools (perftest) to measure RDMA
network-or-rdma = fiord has no network engines (net, rdma, libhdfs), and this option sets the host or port of their peer; use iperf3 for sockets and perftest for RDMA
ceph = the engines rados and rbd need the libraries of Ceph; map the image (`rbd map`) and use the block device, or mount CephFS
gluster = the engines gfapi and gfapi_async need the library of Gluster; mount the volume and use a file in it
hdfs = the engine libhdfs needs the library of Hadoop; use Hadoop's TestDFSIO
daos = the engine dfs needs the library of DAOS; mount the container with dfuse and use a file in it
clusters = an option of engines that need the libraries of a cluster (rados, rbd, dfs, libhdfs); map or mount the storage and use the device or a file
objects = the engine http uses object stores (S3, Swift, WebDAV), which are neither files nor devices; use warp or elbencho for S3
nfs = the engine nfs is an NFS client in user space; mount the export and use a file in it
iscsi = the engine libiscsi is an iSCSI initiator in user space; log in with iscsiadm and use the disk
nbd = the engine nbd is a client for network block devices; attach the export (`nbd-client`, `qemu-nbd --connect`) and use /dev/nbdN
gpu = the engines libcufile and libhipfile move data to and from GPU memory through the vendor's library, which fiord does not link; use gdsio for NVIDIA GPUs
blkio = the engine libblkio uses a library that fiord does not link (its vhost-user and VFIO drivers bypass the kernel); for a block device of the kernel use `ioengine=io_uring`
xnvme = the engine xnvme uses a library that fiord does not link (with SPDK it bypasses the kernel); use `ioengine=io_uring_cmd` for NVMe commands or `ioengine=io_uring` for block I/O
windows = the engine windowsaio exists on Windows only
solaris = the engine solarisaio exists on Solaris only
external = an option of external engines (`ioengine=external:FILE`); fiord does not load engines from files
zbc = the engine libzbc uses a library that fiord does not link; `zonemode=zbd` works on the zoned block device itself
ime = this engine needs the library of DDN's Infinite Memory Engine; mount its file system and use a file in it
bsg = an option of `cmd_type=bsg` (SCSI commands through io_uring), which fiord does not support; use `ioengine=sg`, which finds the length of a command by itself
bsg-check = an option of `cmd_type=bsg` (SCSI commands through io_uring), which fiord does not support; use `ioengine=sg` with `sg_write_mode=verify_bytchk_00`, `verify_bytchk_01` or `verify_bytchk_11`
bsg-read = an option of `cmd_type=bsg` (SCSI commands through io_uring), which fiord does not support; use `ioengine=sg`, which reads with the command READ
