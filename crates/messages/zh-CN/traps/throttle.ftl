plan-title = I/O 限速低于设备速度
plan-why = 作业测到的将是限速值，不是设备。
plan-advice = 在受限的控制组（cgroup）之外运行，或注明结果是限速值。
plan-example =
    fio --name=r --filename=in-limited-group --rw=read --direct=1 --bs=1m --size=8G
    控制组（cgroup）把读取限制为 10 MiB/s。

machine-title = 控制组（cgroup）限制了本进程
machine-why = 作业测到的将是限速值，不是设备。
machine-advice = 在该控制组之外运行，或调高 io.max。否则在结果中注明限速值。
machine-example = 控制组 /kubepods/pod1 把 nvme0n1 的读取限制为 4,200 IOPS。

run-title = 速率由限速决定，不由设备决定
run-why = 决定速率的是控制组或云盘的上限。加大队列深度只会增加等待时间。
run-advice = 解除限制，或注明结果是限速值。
run-example = 读取达到 4,212 IOPS，控制组允许 4,200。iodepth=64 时一个 I/O 平均用时 15.2 ms，而 vda 上的一个请求用时 0.2 ms。

limited = 控制组 { $group } 把{ $ddir ->
    [read] 读取
   *[write] 写入
 }限制为 { $rate }。
limited-on = 控制组 { $group } 把 { $device } 的{ $ddir ->
    [read] 读取
   *[write] 写入
 }限制为 { $rate }。
takes = 按此速率，{ $bytes } 至少需要 { $time }。
latency-kept = 内核会放慢其他组，使控制组 { $group } 的延迟保持在 { $latency }。
latency-kept-on = 内核会放慢其他组，使控制组 { $group } 在 { $device } 上的延迟保持在 { $latency }。
weight = 控制组 { $group } 在同级控制组中的 I/O 权重为 { $weight }。
weight-on = 控制组 { $group } 在 { $device } 上的 I/O 权重为 { $weight }（与同级控制组相比）。
cpu-limited = 控制组 { $group } 把 CPU 时间限制为一个 CPU 的 { $percent }%。
stopped-so-far = 该组至今已被限流 { $time }。
no-limit = 未发现对 I/O 或 CPU 时间的限制。
unknown = 无法读取控制组（cgroup）。
met = { $ddir ->
    [read] 读取
   *[write] 写入
 }达到 { $rate }，控制组 { $group } 在 { $device } 上允许 { $allowed }。
met-latency = 一个 I/O 平均用时 { $latency } ms，而 { $device } 上的一个请求用时 { $own } ms。
stopped = { $seconds } 秒中有 { $stopped } 秒，本进程因控制组的 CPU 上限被限流。
flat = 速率恒定在 { $iops } IOPS（{ $bandwidth }），恰好是一个整齐的数字。
flat-device = 一个 I/O 平均用时 { $mean }，而 { $devices } 上的一个请求用时 { $own }。
flat-fast-device = { $devices } 上一个请求的用时太短，内核计数器分辨不出。

why-cpu = 被限流的工作线程不提交 I/O，因此延迟最多会增加一个限流周期。
why-shared = 多个组争用磁盘时，这项设置决定哪个组等待。没有争用时不起作用。
why-hidden = fiord 看不到该路径下面是哪块磁盘。如果正是被限速的磁盘，作业测到的将是限速值，不是设备。
why-flat = 云盘或控制组的限制可能造成这种现象。如果设备处理每个请求的时间都相同，结果看起来也一样。
advice-flat = 检查云盘和控制组的限制。要判断是否受限，请改变队列深度：受限时速率保持不变。
