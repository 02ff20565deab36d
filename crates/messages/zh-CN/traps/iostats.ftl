machine-title = 磁盘没有 I/O 计数器
machine-why = 没有磁盘的计数器，就分不清数据读自磁盘还是内存，也看不到其他进程对该磁盘的使用。
machine-advice = 把 queue/iostats 设为 1。
machine-example = nvme0n1 不统计自己的 I/O（queue/iostats 为 0）。

counts = { $device } 会统计自己的 I/O。
counts-always = { $device } 会统计自己的 I/O，尽管 queue/iostats 为 0。
counts-nothing = { $device } 不统计自己的 I/O（queue/iostats 为 0）。
