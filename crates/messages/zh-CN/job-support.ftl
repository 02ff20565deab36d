## Why an option has no effect, or why fiord does not have an option or engine: a clause after a colon
no-map = 只有块大小不止一种或 random_generator=fio 时，fiord 才需要记录已访问块的映射表；要不用映射表运行，请用 norandommap
use-percentage-random = fio 已取消它；请用 percentage_random
withdrawn = fio 已取消它
default-huge-page = 使用内核默认的大页大小；`mem=mmaphuge:FILE` 则使用该文件所在 hugetlbfs 的大页大小
gpu-memory = fiord 不支持 GPU 内存；fio 也只有在编译时启用 CUDA 才有该选项
no-profiles = fiord 没有 fio 的 profile
no-barriers = Linux 从 2.6.37 起没有写屏障，所以该选项也不会改变 fio 的写入；请用 fsync
completions-by-call = 完成事件总是通过系统调用取回
no-clients = 没有客户端
never-in-use = fiord 从不写正在使用的设备；其他设备见 --allow-destroy
fio-ignores = fio 也忽略它
read-piecewise = I/O 跟踪记录总是分段读取
one-clock = fiord 自行选择时钟：TSC 或 CLOCK_MONOTONIC
still-sampled = 有该选项时，fio 也会采样带宽和 IOPS，而且有工具读取这些样本
logs-stay = fiord 不在内存中压缩日志项；log_store_compressed 写出压缩的文件
compressed-at-end = 日志文件在运行结束时压缩
knows-written = 无论有没有该选项，fiord 都知道哪些块已写入
no-profile-active = 它属于 fio 的 profile，而现在没有使用 profile
no-profile-threads = 它属于 fio 的 profile，而现在没有使用 profile；要增加工作线程，请用 `numjobs`
pmemblk = 只有 libpmemblk 能读它的文件格式；`ioengine=libpmem` 可用于持久内存上的任何文件
page-fault = 引擎 page_fault 只复制匿名内存，不涉及存储；`fiord ladder` 可测量缺页
network = 引擎 net 和 netsplice 通过套接字在主机之间传数据，不涉及存储；网络请用 iperf3 测量
rdma = 引擎 rdma 在主机之间传数据，不涉及存储；RDMA 请用 ib_write_bw 等工具（perftest）测量
network-or-rdma = 该选项指定网络引擎（net、rdma、libhdfs）的对端主机或端口，fiord 没有这些引擎；套接字用 iperf3 测量，RDMA 用 perftest
ceph = 引擎 rados 和 rbd 通过 Ceph 的库访问集群；请映射镜像（`rbd map`）后用块设备，或挂载 CephFS
gluster = 引擎 gfapi 和 gfapi_async 通过 Gluster 的库访问卷；请挂载卷后用其中的文件
hdfs = 引擎 libhdfs 通过 Hadoop 的库访问集群；用 Hadoop 的 TestDFSIO 测量 HDFS
daos = 引擎 dfs 需要 DAOS 的库；请用 dfuse 挂载容器后用其中的文件
clusters = 该选项属于需要集群库的引擎（rados、rbd、dfs、libhdfs）；请映射或挂载存储，再使用相应的设备或文件
objects = 引擎 http 访问对象存储（S3、Swift、WebDAV），它们既不是文件也不是设备；用 warp 或 elbencho 测量 S3
nfs = 引擎 nfs 自带用户态的 NFS 客户端；请挂载导出的目录后用其中的文件
iscsi = 引擎 libiscsi 自带用户态的 iSCSI 发起端；请用 iscsiadm 登录，再使用该磁盘
nbd = 引擎 nbd 自带网络块设备的客户端；请先连接服务器导出的设备（`nbd-client`、`qemu-nbd --connect`），再使用 /dev/nbdN
gpu = 引擎 libcufile 和 libhipfile 通过厂商的库在 GPU 内存中读写数据，fiord 不链接这个库；NVIDIA GPU 请用 gdsio
blkio = 引擎 libblkio 使用 fiord 不链接的库（它的 vhost-user 和 VFIO 驱动绕过内核）；对内核的块设备，请用 `ioengine=io_uring`
xnvme = 引擎 xnvme 通过 fiord 不链接的库访问 NVMe 设备（用 SPDK 时绕过内核）；NVMe 命令请用 `ioengine=io_uring_cmd`，块 I/O 请用 `ioengine=io_uring`
windows = 引擎 windowsaio 只存在于 Windows
solaris = 引擎 solarisaio 只存在于 Solaris
external = 外部引擎的选项（`ioengine=external:FILE`）；fiord 不从文件加载引擎
zbc = 引擎 libzbc 通过 fiord 不链接的库访问 zoned 磁盘；`zonemode=zbd` 直接用于 zoned 块设备
ime = 该引擎需要 DDN Infinite Memory Engine 的库；请挂载它提供的文件系统，再使用其中的文件
bsg = `cmd_type=bsg`（经 io_uring 的 SCSI 命令）的选项，fiord 不支持；请使用 `ioengine=sg`，它会自行确定命令的长度
bsg-check = `cmd_type=bsg`（经 io_uring 的 SCSI 命令）的选项，fiord 不支持；请使用 `ioengine=sg`，并设置 `sg_write_mode=verify_bytchk_00`、`verify_bytchk_01` 或 `verify_bytchk_11`
bsg-read = `cmd_type=bsg`（经 io_uring 的 SCSI 命令）的选项，fiord 不支持；请使用 `ioengine=sg`，它的读就是 READ 命令
