run-title = 延迟主要花在某一层
run-why = 改动占比小的层，对延迟的影响很小。
run-advice = 先检查这一层。
run-example = nr_requests=4、队列深度 32 时，读延迟有 71%（5.8 ms 中的 4.1 ms）花在等待 tag 上。

file-system = { $ddir ->
    [read] 读
    [write] 写
   *[trim] 丢弃
 }延迟有 { $share } 花在文件系统开始 I/O 之前：在系统调用中，或在等待文件锁。
limit = { $ddir ->
    [read] 读
    [write] 写
   *[trim] 丢弃
 }延迟有 { $share } 花在进入块层队列之前：控制组（cgroup）的限制在这里推迟 I/O。
submission = { $ddir ->
    [read] 读
    [write] 写
   *[trim] 丢弃
 }延迟有 { $share } 花在进入块层队列之前：在系统调用或文件系统中。未发现控制组（cgroup）的限制。
tags = { $ddir ->
    [read] 读
    [write] 写
   *[trim] 丢弃
 }延迟有 { $share } 花在等待 tag 上：全部 tag（nr_requests）都已被占用。
plug = { $ddir ->
    [read] 读
    [write] 写
   *[trim] 丢弃
 }延迟有 { $share } 花在分配 tag 之后、提交者的批次（plug list）中。
scheduler = { $ddir ->
    [read] 读
    [write] 写
   *[trim] 丢弃
 }延迟有 { $share } 花在 I/O 调度器的队列中；没有调度器时，是块层自己的队列。
device = { $ddir ->
    [read] 读
    [write] 写
   *[trim] 丢弃
 }延迟有 { $share } 花在驱动程序和设备中。
file-system-end = { $ddir ->
    [read] 读
    [write] 写
   *[trim] 丢弃
 }延迟有 { $share } 花在设备完成 I/O 之后的文件系统中。
no-device = { $ddir ->
    [read] 读
    [write] 写
   *[trim] 丢弃
 }延迟有 { $share } 花在文件系统中，没有看到对应的设备 I/O。
wake-up = { $ddir ->
    [read] 读
    [write] 写
   *[trim] 丢弃
 }延迟有 { $share } 花在 I/O 完成之后、程序重新运行之前。
means = 平均来看，{ $latency } 中有 { $part } 花在这里（跟踪了 { $ios } 个 I/O）。
cpus-busy = CPU 有 { $share } 的时间处于忙碌状态，除设备以外的各部分都会因此变长。

advice-cpus-busy = 停掉其他进程或减少作业数，空出 CPU，然后重新跟踪。
advice-file-system = 每个作业使用自己的文件，或换用其他文件系统。对同一个文件的写操作可能互相等待。
advice-limit = 检查控制组（cgroup）的 io.max 或 blkio.throttle，或调高上限。
advice-submission = 检查 CPU 是否忙碌，以及文件系统在传输之前的工作（extent、日志）。
advice-tags = 把 iodepth 设为不超过 nr_requests（tag 的数量），或增大 nr_requests。
advice-plug = 减少每次调用提交的 I/O 数。
advice-scheduler = 如果设备自己会给请求排序，把 I/O 调度器设为 `none`。
advice-device = 换用其他设备，或减少并发 I/O 的数量或大小。其他改动不会缩短这一部分。
advice-file-system-end = 检查文件系统在传输之后的工作：日志、元数据、同步写。
advice-no-device = 检查文件是否有空洞或未写入的 extent。读取它们不需要设备 I/O。
advice-wake-up = 检查 CPU：负载、C-state、由其他 CPU 处理的中断。io_uring 使用轮询时不需要唤醒。
advice-file-system-read = 检查 CPU 是否忙碌，以及文件系统在读取之前的工作（extent、访问时间）。
advice-submission-read = 检查 CPU 是否忙碌，以及文件系统在读取之前的工作（extent）。
advice-file-system-end-read = 检查文件系统在读取之后的工作：校验和、解压缩、数据复制。
