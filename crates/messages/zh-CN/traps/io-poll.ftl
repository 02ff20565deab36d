machine-title = 轮询 I/O 缺少轮询队列
machine-why = 使用 hipri 的作业（io_uring、pvsync2）会等待中断或直接失败，轮询看不出任何收益。
machine-advice = 用 nvme.poll_queues=N 启动系统。内核低于 5.16 时，还要把 queue/io_poll 设为 1。
machine-example = nvme0n1 无法轮询：驱动程序没有轮询队列。

no-poll-queues = { $device } 无法轮询：驱动程序没有轮询队列。
off = { $device } 无法轮询：queue/io_poll 为 0。
can-poll = { $device } 可以轮询。
unknown = 不清楚 { $device } 能否轮询。
