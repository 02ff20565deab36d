idle = 有 { $devices } 个设备空闲，用 --all 显示。
process = 进程 { $pid } 读 { $read }，写 { $write }。
process-read-share = 其读取最多占这些设备全部读取的 { $share }。
process-write-share = 其写入最多占这些设备全部写入的 { $share }。
busiest = 最忙的进程：{ $processes }。
busiest-of-machine = 整台机器上最忙的进程（使用任意磁盘）：{ $processes }。
busy-process = { $name }（{ $pid }）读 { $read } / 写 { $write }
limit = 控制组 { $group } 把 { $device } 限制为 { $value } { $unit }。
limit-reached = 当前速率是该上限的 { $share }。
waited = 停滞时间占比（PSI）：{ $shares }。
util-of-parallel-devices = { $devices } 的 %util 是有在途 I/O 的时间占比。100% 不代表已饱和：请求是并行处理的。
statistics-off = 内核不为 { $devices } 记录统计（queue/iostats 为 0）：数值一直为零。
lines-cut = 还有 { $lines } 行

process-ended = 进程 { $pid } 已结束。
device-gone = 设备 { $device } 已不存在。

number-before-device = { $word }：数字写在了设备前面；请使用 fiord watch [DEV…] [INTERVAL [COUNT]]
interval-out-of-range = { $word }：不是有效的间隔；请使用 0.1 到 86400 秒
count-invalid = { $word }：不是有效的次数；请使用 1 或更大的整数
no-such-process = --pid { $pid }：没有这个进程；请使用正在运行的进程的 id
process-not-readable = --pid { $pid }：无权查看其他用户进程的 I/O；请以 root 身份运行
no-such-device = { $word }：没有这个设备、文件或目录；请使用 { $devices } 之一
not-on-a-device = { $path }：不在内核保存统计的块设备上；请使用块设备
