machine-title = 控制组（cgroup）的内存限制
machine-why = 组内各进程的页缓存也计入这个限制，能缓存的数据少于整机内存所允许的量。
machine-advice = 缓冲 I/O 测试的文件大小要按这个限制来选，而不是按整机内存。
machine-example = 控制组 /kubepods/pod1 的内存上限为 1 GiB。

max = 控制组 { $group } 的内存上限为 { $limit }。
high = 控制组 { $group } 中各进程的内存合计超过 { $limit } 时，内核会减慢这些进程。
hits = 已触及该限制 { $hits } 次。
