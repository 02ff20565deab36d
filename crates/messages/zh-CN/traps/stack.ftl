plan-title = 多层设备只用到一块磁盘，或本身有开销
plan-why = 结果是这一层运行该作业的速度，不是下面磁盘的速度。
plan-advice = 在每块磁盘上分别运行该作业。若是线性卷，让文件或偏移量落到它的每一块磁盘上。
plan-example =
    fio --name=w --filename=on-linear-lvm --rw=randwrite --direct=1 --bs=4k --size=4G
    该卷的两块 NVMe 盘有一块一直空闲：线性卷用完一块盘才用下一块。

machine-title = 文件与磁盘之间有影响结果的层
machine-why = 测得的是这一层与磁盘合在一起的结果。
machine-advice = 报告结果时注明这一层，或在它下面的磁盘上运行作业。
machine-example = dm-0 是 nvme0n1 和 nvme1n1 上的线性卷。每个块只在其中一块磁盘上。

run-title = 下层各磁盘的使用不均
run-why = 在线性卷上，相邻的块位于同一块磁盘，因此小文件只用到一块磁盘。测得的是忙碌的那些磁盘的结果。
run-advice = 改用条带卷，或注明这是单块磁盘的结果。
run-example = 两块 NVMe 盘组成的线性卷：4 GiB 中 nvme0n1 承担 0%，nvme1n1 承担 100%。

on-one-of = { $device } 是由 { $disks } 块磁盘组成的线性卷。该作业的区域可能只在其中一块上。
encrypts = { $device } 会加密数据。每个 I/O 都包含加密所用的 CPU 时间。
copies = { $device } 是快照，或带有快照。首次写某个块时要先复制旧块。
parity = { $device } 是 { $level }。小块随机写要读取并重写校验数据。
file = { $device } 是以文件为后端的 loop 设备。
file-cached = { $device } 是以文件为后端的 loop 设备，并使用该文件的页缓存。
file-on-none = I/O 可能由该文件的页缓存应答。
file-on-one = 该文件下面的文件系统也一并测量。
file-on-several = 测得的结果包含两个文件系统。
layer = 中间有一层 { $device }（{ $kind }）。
layer-over = { $below } 之上有一层 { $device }（{ $kind }）。
plain = 共 { $disks } 块磁盘，没有影响结果的层。
no-disk = 这一层下面看不到磁盘。
unknown = { $path } 下面有哪些层未知。
uneven = { $moved } 在目标下层各磁盘上分布不均：{ $parts }。
through-read = { $device } 读取了 { $here }，其下的 { $below } 读取了 { $there }。
through-written = { $device } 写入了 { $here }，其下的 { $below } 写入了 { $there }。
through-holes = 文件的 { $share } 从未写入。
through-rest-cached = 其余部分在该文件的页缓存中。
through-rest-unknown = 其余部分来源不明。
through-rest-maybe-cached = 其余部分可能在该文件的页缓存中。
through-foreign = loop 设备写入的数据可能仍在该文件的页缓存中：{ $below } 写入的数据中有 { $foreign } 来源不明。

why-through-image = 每个 I/O 还要经过存放后备文件的文件系统。
why-through-one = 每个 I/O 还要经过下面的文件系统。
why-through-several = 每个 I/O 都经过两个文件系统。

advice-incomplete = 等阵列完整且空闲后再测。进度见 { $progress }。
advice-through-direct = 测试前把整个文件写一遍，或在存放后备文件的文件系统上运行作业。
advice-through = 在存放后备文件的文件系统上运行作业，或用 `losetup --direct-io=on` 挂接该文件。
