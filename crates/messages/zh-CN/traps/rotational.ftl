machine-title = 固态硬盘被当作机械硬盘
machine-why = 文件系统、I/O 调度器和 swap 会按机械硬盘的方式安排数据和请求。
machine-advice = 测量期间把 queue/rotational 设为 0。
machine-example = 闪存上的虚拟磁盘：vda 的 rotational=1，但一次 4 KiB 读耗时 200 µs。

unknown = { $device } 的 rotational 标志未知。
as-below = { $device } 的 rotational=1，与它下层的磁盘相同。
flag = { $device } 的 rotational={ $flag }。
flag-and-latency = { $device } 的 rotational={ $flag }，一次 4 KiB 读耗时 { $latency }。
contradicted = { $device } 的 rotational={ $flag }，但一次 4 KiB 读耗时 { $latency }。
not-detected-by-disk = { $device } 的 rotational=1，但对这类磁盘（{ $transport }），该标志不可靠。
not-detected-by-loop-device = { $device } 的 rotational=1，但 loop 设备无法判断介质是否旋转。
not-detected-by-memory = { $device } 的 rotational=1，但内存设备无法判断介质是否旋转。

why-slow-without-head = 对固态硬盘而言，这个延迟偏高：磁盘正忙、被限流、位于远端，或者它其实是机械硬盘。
why-fast-for-head = 这次读由缓存应答，或者该磁盘不是机械硬盘。
why-slow-and-unclear = 机械硬盘可能有这样的延迟。对这类设备，该标志只是一个假定。
advice-slow-without-head = 等磁盘空闲后再测，并查看检查项 `throttle` 和 `foreign-io`。
advice-slow-and-unclear = 等磁盘空闲后再测。
