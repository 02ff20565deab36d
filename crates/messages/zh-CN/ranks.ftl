silent-while-preparing = 准备阶段（例如创建测试文件）中，有 { $silent } 没有收到该 rank 的心跳。
silent-while-measuring = 测量期间，有 { $silent } 没有收到该 rank 的心跳。该 rank 已退出、卡住，或无法连接。
silent-while-waiting = 该 rank 等待下一阶段时，有 { $silent } 没有收到它的心跳。该 rank 已退出、卡住，或无法连接。
did-not-report = 运行结束时该 rank 没有报告，最后一次心跳在 { $silent } 之前。
process-ended = 该 rank 的进程提前结束：被杀死、崩溃或退出。
process-ended-with-others = 该 rank 的进程与所在主机的其他进程同时结束，或在它们之后结束。一个进程终止后，启动器通常会杀死其余进程。
hung = 该 rank 已有 { $silent } 没有任何动作：它卡住了。
cut-off = 运行提前结束时，该 rank 尚未报告，最后一次心跳在 { $silent } 之前。
no-report = 该 rank 没有发送报告。
unreadable = 无法读取该 rank 的报告：{ $error }。
failed = 该 rank 失败：{ $error }。

lost-rank = { $host } 上的 rank { $rank }（进程 { $pid }）已丢失。
missing = 合计中不包含它到最后一次心跳为止的 { $ios } 个 I/O 和 { $bytes }。
missing-of-time = 合计中不包含它到最后一次心跳为止 { $time } 内的 { $ios } 个 I/O 和 { $bytes }。
straggler = 在作业 { $job } 中，{ $host } 上的 rank { $rank } 的速率只有{ $others ->
    [one-host] 其余 rank
   *[other-hosts] 其他主机上各 rank
 } 的速率中位数的 { $share }。低于 { $limit } 的 rank 视为掉队。
start-skew = 各 rank 的启动时间相差 { $skew }，超过所有 rank 共同工作时间（{ $window }）的 1%。
no-common-window = 作业 { $job } 中，所有 rank 从未同时工作。
same-file = { $host } 上有 { $ranks } 个 rank 写 { $path } 的同一部分。
in-phase = 发生在阶段 { $phase }。
one-host = 全部 { $ranks } 个 rank 都在同一台主机上运行，共用它的页缓存、CPU 和网络链路。

why-lost-rank = 丢失的 rank 可能占用过存储的吞吐量，这部分没有计入合计。
why-straggler = 并行程序要等最慢的 rank，而合计值看不出哪个 rank 慢。
why-start-skew = 开始时（结束时往往也是如此），共用存储的 rank 较少。
why-no-common-window = 这些数值不能反映所有 rank 同时施加负载时存储的速率。
why-same-file = 写两次的块可能在页缓存中合并，而且各 rank 会互相覆盖数据。
why-one-host = 如果有多个客户端，每个客户端都有自己的页缓存、CPU 和网络链路。

advice-lost-rank = 检查该主机的日志，然后再测一次。
advice-straggler-on-one-host = 检查该 rank 使用的数据或 CPU 是否与其余 rank 不同。
advice-straggler = 将该主机的磁盘、网络链路和限制与其他主机比较，之后才能把合计值当作整个系统的速率引用。
advice-start-skew = 延长运行时间，或在每台主机上留出一个空闲 CPU。
advice-no-common-window = 设置更长的 runtime，或增大每个 rank 的 size。不使用 --wear-out 时，还要设置 time_based。
advice-same-file = 使用 --spread=files 或 --spread=stripes，让每个 rank 有自己的数据。
advice-one-host = 在多台主机上运行 rank，测量多个客户端时的速率。
