plan-title = 直接 I/O 绕不过的缓存
plan-why = O_DIRECT 只绕过本内核的页缓存，下面各层仍可能从内存应答。
plan-advice = 使用大于该缓存的目标，或选择本地磁盘上的路径，其文件系统要让直接 I/O 直达磁盘。
plan-example =
    fio --name=test --filename=on-tmpfs --rw=randread --size=1G --bs=4k --direct=1
    文件在 tmpfs 上。无论有没有 `direct=1`，所有读取都来自内存。

run-title = 数据来自页缓存以下的缓存
run-why = direct=1 只绕过本系统的页缓存。文件系统、宿主机或控制器的缓存仍可能应答。
run-advice = 直接在块设备上运行，或使用远大于该缓存的目标。
run-example = 直接读 tmpfs 上的文件达到 8 GB/s：这个文件系统就是内存。

machine-title = 可能存在直接 I/O 绕不过的缓存
machine-why = 虚拟磁盘的宿主机或控制器的内存可能应答读取、接收写入。
machine-advice = 使用大于该内存的目标，并检查宿主机的 cache 模式。
machine-example = vda 是虚拟磁盘：宿主机的页缓存可能直接应答。

memory-fs = { $path } 在 { $fs_type } 上，那是内存，不是磁盘。
zfs = ZFS 有自己的缓存（ARC），direct=1 不一定能绕过。
host-shared = { $fs_type } 呈现的是宿主机的目录，direct=1 绕不过宿主机的页缓存。
fuse = { $fs_type } 由一个进程提供服务，即使 direct=1，该进程也可能缓存数据。
network = { $fs_type } 由另一台机器提供服务，direct=1 绕不过服务器的缓存。
zram = { $device } 是压缩内存。
loop-through-cache = { $device } 经过其后备文件的页缓存（loop 设备没有使用直接 I/O）。
raid-controller = { $device } 是 RAID 控制器的卷：控制器的内存可能直接应答。
virtual-disk = { $device } 是虚拟磁盘：宿主机的页缓存可能直接应答。
remote-disk = { $device } 在另一台机器上：那台机器的缓存可能应答，而且每个 I/O 都要经过网络。
in-memory = 目标在 { $fs_type } 上，那是内存：全部 { $issued } 都没有经过任何设备。
in-memory-looped = { $looped } 的后备文件在 { $fs_type } 上，那是内存：全部 { $issued } 都没有经过任何磁盘。
from-no-device = 以 direct=1 读取的 { $issued } 中，有 { $share } 不来自任何设备。
delivered = { $devices } 实际提供了 { $delivered }。
no-device-known = 目标之下没有已知的设备。
compresses = { $fs_type } 会压缩数据，读取的字节少于返回的字节。
source-unknown = 实际来源未知。
partly-in-memory = 目标的一部分位于 { $fs_type } 上，那是内存。
through-loop = { $device } 经其后备文件的页缓存读取了 { $here }，其余由该缓存应答。
source-candidates = 实际来源未知，可能是：{ $candidates }。
loop-cache = { $device } 的后备文件的页缓存
below-overlay = overlay 之下的文件系统（可能是内存）
memory-fs-below = 内存文件系统 { $fs_type }
file-system-cache = { $fs_type } 的缓存
compression = 压缩（{ $algorithm }）
unmapped = { $device } 上从未写入的块
mapped-cache = { $device } 的缓存或压缩
unseen-holes = 该文件系统不显示的空洞
image-in-memory = 运行前，{ $device } 的后备文件有 { $share }（{ $cached }）已在页缓存中，而 loop 设备经过页缓存读取。
faster-than-flash = 半数直接读取耗时不到 { $latency }，比任何闪存都快：除非该盘是 Optane，否则数据来自 { $devices } 之下的缓存。

why-disk-table = 如果数据在磁盘之上的缓存（例如文件系统的缓存）中，直接读取就不需要磁盘 I/O；读取从未写入的块（空洞、未写入的 extent）也不需要。fio 的磁盘统计不显示是哪一种情况。
advice-disk-table = 先把整个目标写一遍再读：运行 `fiord prepare FILE --size …`。或者直接读取块设备，区域要远大于它的各级缓存。
advice-loop = 运行 `losetup --direct-io=on` 挂接该文件，或在下层的文件系统上测量。
advice-memory = 使用待测磁盘上的路径。`df PATH` 显示路径所在的文件系统。
