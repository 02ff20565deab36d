partition = 这是磁盘的一个分区，与其他分区共用磁盘的速度。
loop-direct = 这是 loop 设备，数据在一个文件中。每个 I/O 还要经过该文件所在的文件系统。
loop-buffered = 这是 loop 设备，数据在一个经页缓存访问的文件中。即使是直接 I/O，也可能由内存应答。
loop-unknown = 这是 loop 设备，数据在一个文件中。直接 I/O 可能由该文件的页缓存应答。
zram = 这是压缩内存。速度取决于数据内容，测不到任何磁盘。
bcache = 一块快盘为一块慢盘做缓存（模式 { $mode }）。速度取决于数据有多少在缓存中。
bcache-unknown-mode = 一块快盘为一块慢盘做缓存（模式未知）。速度取决于数据有多少在缓存中。

fs-disk = 缓冲 I/O 经过页缓存，direct=1 通常会绕过页缓存。
fs-copy-on-write = 文件系统采用写时复制：覆盖写通常会把数据存到新的位置。即使 direct=1，也可能由文件系统的缓存应答。
fs-network = 文件在另一台机器上，测到的也包含网络和服务器。
fs-host-shared = 文件在虚拟机的宿主机上，I/O 可能由宿主机的页缓存应答。
fs-overlay = 这是联合挂载的多个目录。第一次写下层目录中的文件之前，内核会复制整个文件。
fs-fuse = 文件由一个进程提供，页缓存未能应答的 I/O 都要往返该进程。
fs-memory = 文件系统在内存中，测不到任何磁盘。
fs-unknown = fiord 不认识这个文件系统。

concatenation = 由 { $parts } 个设备首尾相接而成，每个地址只在其中一个上。
linear = 这是下层设备的一部分，速度与下层设备相同。
striped = 跨条带块的 I/O 使用多个设备，不跨条带块的 I/O 只用一个。
striped-by = 跨条带块（每块 { $chunk }）的 I/O 使用多个设备，不跨条带块的 I/O 只用一个。
crypt = 每个字节的加密都消耗 CPU 时间，I/O 还可能要等待加密线程。
thin = 第一次写入时才分配块。未写入的块读出为零，不访问磁盘。
thin-pool = 该存储池为精简卷提供块，各精简卷共用它的速度。
dm-cache = 一块快盘为一块慢盘做缓存。速度取决于数据有多少在缓存中。
snapshot = 第一次写某个块时可能要复制旧数据，因此比之后的写入慢。
multipath = 多条路径通向同一块磁盘，由路径策略选择使用哪些路径。
integrity = 数据要用散列值校验，这会消耗 CPU 时间并带来额外的 I/O。
vdo = 数据会去重和压缩，速度取决于数据内容。
test-target = 这是测试用的目标（{ $kind }），会故意延迟 I/O、使其失败、将其丢弃或记入日志。
unknown-target = fiord 不认识 device mapper 的目标类型 { $kind }。
unknown-mapping = fiord 无法读取映射关系，读取需要宿主机上的 root 权限。
unknown-mapping-of-parts = 该设备由 { $parts } 个部分组成。fiord 无法读取它们的组合方式，读取需要宿主机上的 root 权限。
several-targets = 设备的各部分使用不同的 device mapper 目标类型：{ $kinds }。

raid0 = 数据以条带方式分布在所有成员盘上，不跨条带块的 I/O 只用其中一块。
raid1 = 成员盘互为镜像。读可以使用所有成员盘，写通常要等所有成员盘完成。
raid10 = 数据在成员盘上做镜像和条带化。读可以使用所有副本，写要等每个副本完成。
raid-parity = 该阵列带校验。小于一个条带的写通常要先读。
raid-linear = 成员盘首尾相接，每个地址只在其中一块上。
raid-unknown = 多块磁盘组合成一个设备。
busy = 阵列正忙：sync_action 为 { $action }。
missing = 缺少 { $members } 块成员盘，或这些盘尚未重建完成。
bitmap = 阵列的 write-intent 位图会增加写入。

disk-cloud = 这是网络上的云盘，限制取决于其价格档位。
disk-cloud-local = 这是云实例所在宿主机的本地盘，实例释放后数据丢失。
disk-nvme = 这块盘有多个深队列。
disk-network = 这块盘在网络上，I/O 的延迟通常包含网络延迟。
disk-sata = 这块盘只有一个队列，最多可容纳 32 个请求（NCQ）。
disk-scsi = 这块盘接在 SCSI 主机适配器上。
disk-raid-controller = 这是 RAID 控制器上的磁盘，I/O 可能由控制器的缓存应答。
disk-san = 这块盘在存储网络上，阵列可能缓存数据，也可能同时为其他主机服务。
disk-usb = USB 连接限制队列深度，也可能限制吞吐量。
disk-virtual = 这是虚拟磁盘，宿主机可能缓存、共享它，或对它限流。
disk-card = 这是存储卡或 eMMC。这类设备大多一次只处理一个请求，随机写很慢。
disk-persistent-memory = 这是持久内存，没有队列，每个 I/O 都消耗 CPU 时间。
disk-memory = 这是内存，测不到任何磁盘。
disk-unknown = 这块盘的类型未知。
