group-limit = 控制组 { $group } 已达到它在 { $device } 上的限制：{ $ddir ->
    [read] 读 { $rate }，上限 { $limit }
   *[write] 写 { $rate }，上限 { $limit }
 }。
slow-server = { $mount }（{ $kind }）的服务器响应缓慢。
swap = 机器正在换页：从 swap 读 { $read }，向 swap 写 { $written }。
reclaim-in-group = 控制组 { $group } 已用满 { $limit } 的内存上限。有 { $again } 的文件数据从页缓存中丢弃后不久又被重新读取。
reclaim = 内存不足：任务须先释放内存才能继续。有 { $again } 的文件数据从页缓存中丢弃后不久又被重新读取。
writeback = 写入者在等待回写：{ $dirty } 为脏页或正在写出，上限为 { $limit }。
writeback-of-one = 写入者在等待某个设备或控制组的回写：{ $dirty } 为脏页或正在写出，整机上限为 { $limit }。
few-requests = { $device } 的队列太小：nr_requests 为 { $requests }，最多有 { $in_flight } 个请求在途。
journal = 进程在等待文件系统日志提交，或等待刷盘。
journal-flushes = 进程在等待文件系统日志提交或刷盘：{ $device } 每秒刷盘 { $flushes } 次，每次 { $time }。
discards = { $device } 忙于 discard：占全部请求时间的 { $share }。每秒 { $rate } 次 discard（{ $bandwidth }），每次 { $time }。
discards-by = { $process }（{ $pid }）在等待 discard。
rebuild = RAID { $device } 正在执行 { $action }。
rebuild-at = RAID { $device } 正在以 { $rate } 执行 { $action }。
heat = { $device } 的温度为 { $celsius } °C，其上限为 { $limit } °C。
busy-below = { $device } 的后备文件位于 { $below }，该设备忙于其他 I/O：{ $below } 上 { $share } 的请求不来自 { $device }，平均有 { $queue } 个请求在途。
busy-thread = 内核线程 { $thread } 负责 { $device } 的工作，有 { $share } 的时间需要 CPU。
busy-interrupts = CPU { $cpu } 有 { $share } 的时间在处理中断。
read-ahead = { $process }（{ $pid }）从设备读 { $read }，最多只用到 { $asked }。
read-ahead-setting = 预读大小为 { $size }。
volume-cap = { $device } 的速率恒定为 { $iops } IOPS（{ $rate }），恰好是整齐的数字，同时有 { $queue } 个请求在途：很可能是云盘的上限所致。
one-by-one = { $device } 有 { $util } 的时间有在途 I/O，但平均只有 { $queue } 个请求：设备并未饱和。每个请求用时 { $time }。
slow-device = { $device } 响应缓慢：{ $ddir ->
    [read] 一次读
   *[write] 一次写
 }用时 { $time }，平均有 { $queue } 个请求在途（{ $iops } IOPS，{ $rate }）。
stalled-device = { $device } 没有响应：最多有 { $in_flight } 个请求在途，没有一个完成。
many-waits = 有 { $processes } 个进程各自短暂等待 { $device }：{ $iops } IOPS，平均有 { $queue } 个请求在途，每个请求用时 { $time }。

advice-group-limit = 提高上限，或把进程移到另一个控制组。
advice-slow-server = 检查为该挂载点服务的进程及其使用的网络。
advice-swap = 停止占用大量内存的进程，或增加内存。
advice-reclaim = 减少内存用量、增加内存，或提高内存上限。
advice-writeback = 使用更快的设备，或减少写入。调低 vm.dirty_background_bytes 可更早开始回写。
advice-few-requests = 用 `fiord doctor --fix --set nr_requests=N` 调高该值，或降低队列深度。
advice-journal = 减少 fsync 调用，或使用具有掉电保护的设备。
advice-discards = 在其他时间运行 fstrim，挂载时不使用 discard 选项。
advice-rebuild = 等待阵列完成，或调低 sync_speed_max。
advice-heat = 改善散热。
advice-busy-below = 停止其他负载，或把文件移到另一个设备。
advice-busy-thread = 直接使用下层设备，或使用多个设备。
advice-busy-interrupts = 把中断分配到多个 CPU。
advice-read-ahead = 调低 read_ahead_kb，或使用 posix_fadvise 的 POSIX_FADV_RANDOM。
advice-volume-cap = 检查云盘的上限。增加队列深度只会增加等待时间。
advice-one-by-one = 提高队列深度，或使用更多线程。
advice-slow-device = 从本机看不到原因。可能的原因有：虚拟机监控程序或云盘的上限、同一存储的其他用户，或即将损坏的磁盘。请检查云盘的上限、磁盘的健康状况和内核日志。
advice-many-waits = 每个进程都只等待片刻，但所有进程的等待会累加。请减少进程数，或使用更快的设备。

idle = 进程几乎没有等待存储：{ $seconds } 秒内平均有 { $tasks } 个任务在等待。
not-explained = { $seconds } 秒内平均有 { $tasks } 个任务在等待存储。未发现正常使用以外的原因。
waited = { $seconds } 秒内平均有 { $tasks } 个任务在等待存储。
because = { $tasks } 个任务因此等待：{ $processes }。
tasks-wait = { $tasks } 个任务因此等待。
heading-waiters = 等待中的任务
waiter = { $process }（{ $pid }）：{ $tasks } 个任务在 { $function } 中
waiter-hidden = { $process }（{ $pid }）：{ $tasks } 个任务，看不到所在的内核函数
heading-unseen = 不可见
unseen-places = 看不到 { $tasks } 个任务在哪个内核函数中等待：请以 root 身份运行。
unseen-stacks = 只能看到等待中的任务最内层的内核函数：请以 root 身份运行。
unseen-processes = 其他用户的 { $processes } 个进程的 I/O 不可见：请以 root 身份运行。
unseen-pressure = 内核没有压力停滞信息（PSI）。
looking = 观察 { $seconds } 秒
seconds-out-of-range = --seconds { $seconds }：超出范围；请使用 1 到 3600
