head = 测量 { $path }：{ $bytes } 随机数据，{ $direct ->
    [yes] 直接 I/O
   *[no] 无法使用直接 I/O（数值受缓存影响）
 }，重复 { $repeats } 次。
head-read-only = 测量 { $path }：{ $bytes }，只读，{ $direct ->
    [yes] 直接 I/O
   *[no] 无法使用直接 I/O（数值受缓存影响）
 }，重复 { $repeats } 次。
head-ranks = { $ranks } 共同测量 { $path }：每个 rank { $bytes } 随机数据，{ $direct ->
    [yes] 直接 I/O
   *[no] 无法使用直接 I/O（数值受缓存影响）
 }，重复 { $repeats } 次。
head-ranks-read-only = { $ranks } 共同测量 { $path }：每个 rank 读取自己的 { $bytes }，不写入任何数据，{ $direct ->
    [yes] 直接 I/O
   *[no] 无法使用直接 I/O（数值受缓存影响）
 }，重复 { $repeats } 次。
interrupted = 测量已中断：各行只包含中断前的结果。
memory = 这是内存，不是磁盘
memory-advice = 数值反映的是内存和 CPU 的速度。请选择待测磁盘上的目录。
partly-memory = 这里有一部分是内存，不全是磁盘
partly-memory-advice = 数值部分反映内存和 CPU 的速度。请选择待测磁盘上的目录。
disk = 磁盘：{ $layers }
disk-of-host = { $host } 的磁盘：{ $layers }

result = 结果：{ $numbers }。
result-ranks = 所有 rank 合计的结果：{ $numbers }。
number-sequential-read = 顺序读 { $rate } MB/s
number-random-read = 4k 随机读 { $rate } IOPS（延迟 { $latency }）
number-random-read-32 = 队列深度 32 的 4k 随机读 { $rate } IOPS（延迟 { $latency }）
number-sequential-write = 顺序写 { $rate } MB/s
number-fsync = fsync { $latency }

fast = 快：{ $speeds }。
slow = 慢：{ $speeds }。
varies = 重复测量落在界限两侧，因此不判为快或慢：{ $speeds }。
usual = 所有数值都在常见范围内。
rules-of-thumb = 以上界限是经验值（docs/studies.md）。
rules-of-thumb-ranks = 不判断快慢：快慢的界限针对单块磁盘，而这里是所有 rank 的合计（docs/many-hosts.md）。
above = { $speed }（高于 { $limit }）
below = { $speed }（低于 { $limit }）
speed-sequential-read = 顺序读
speed-random-read = 队列深度 1 的随机读
speed-random-read-32 = 队列深度 32 的随机读
speed-sequential-write = 顺序写
speed-fsync = fsync

doubts = 共测 { $workloads } 个负载：{ $doubts }。
no-doubts = 共测 { $workloads } 个负载：所有 I/O 都到达磁盘，各次重复结果一致。
doubt-noisy = { $count } 个波动大（‡）
doubt-cached = { $count } 个部分或全部由缓存应答
doubt-more-traffic = { $count } 个的磁盘流量多于所请求的流量
doubt-no-counters = { $count } 个没有磁盘计数器
doubt-wrong = { $count } 个含无效的运行（等级 D）
doubt-shallow = { $count } 个未达到要求的队列深度（†）
# $reason: sentences, or names of traps.
grade-d = { $workloads } 个负载的等级为 D。{ $reason }

no-others = 未发现其他进程使用该磁盘。
others = { $all-runs } 次运行中有 { $runs } 次其他进程也在使用该磁盘：共 { $bytes } 不属于本次测量。
others-of-host = { $all-runs } 次运行中有 { $runs } 次其他进程也在使用 { $host } 的磁盘：共 { $bytes } 不属于本次测量。
others-unknown = 无法确定是哪些进程。
others-possible = 可能的进程：{ $processes }。
process-with-files = { $name }（pid { $pid }，所有磁盘合计 { $bytes }，在该磁盘上有打开的文件）
process-without-files = { $name }（pid { $pid }，所有磁盘合计 { $bytes }，在该磁盘上没有打开的文件）
process = { $name }（pid { $pid }，所有磁盘合计 { $bytes }）

machine-ready = 主机：可以测量。全部检查请运行 `fiord doctor`。
machine-care = 主机：可用，但请注意（{ $rules }）。详细原因请运行 `fiord doctor`。
machine-not-ready = 主机：不适合测量（{ $rules }）。详细原因请运行 `fiord doctor`。
machine-unknown = 主机：状态未知。详细原因请运行 `fiord doctor`。
machine-unknown-rules = 主机：状态未知（{ $rules }）。详细原因请运行 `fiord doctor`。
of-host = { $host }：{ $text }

head-workload = 负载
head-range = 最小–最大
head-device = 设备
head-host = 主机
head-ranks-of-host = rank 数
head-share = 占比
head-slowest-rank = 最慢的 rank
head-worst-workload = 最差负载
straggler = 掉队

median = 数值为各次重复的中位数。
device = “设备”：磁盘实际搬运的字节数占所请求字节数的比例。远低于 100% 说明由缓存应答；高于 100% 说明日志、预读或其他进程也在使用磁盘。
range = 重复六次以上时，“最小–最大”以 95% 的置信度包含真实的中位数。
syncs = 带 fsync 的负载，p50 和 p99 是 fsync 的延迟。
few-samples = * 粗略估计：一次运行中超过该百分位的延迟样本不足 100 个。
pooled-p99 = § 所有重复合在一起的 p99：粗略估计，因为一次运行中超过 p99 的延迟样本不足 10 个。
too-few-samples = ≤ 以最大延迟代替 p99：一次运行中超过 p99 的延迟样本不足 10 个。
shallow = † 实际在途 I/O 不到该队列深度的 90%，不代表磁盘在此深度的速度。
noisy = ‡ 波动大：单次运行的结果不能代表这块磁盘。
more-noisy = 另有 { $workloads } 个负载波动大。--json 列出全部。
of-workload = { $workload }：{ $text }
rates-of-ranks = 速率是所有 rank 同时工作期间的合计；短于一秒的运行从最先开始算到最后结束。百分位包含所有 rank 的 I/O。
share-of-hosts = “占比”：占全部字节的比例，取各负载的中位数。“最慢的 rank”：在每个负载下，该主机最慢的 rank 的速率与其他主机上各 rank 的速率中位数之比。显示其中最低的值及其负载。
share-of-one-host = “占比”：占全部字节的比例，取各负载的中位数。“最慢的 rank”：在每个负载下，最慢的 rank 的速率与其余 rank 的速率中位数之比。显示其中最低的值及其负载。

size-of-stripes = 大小：{ $host } 的目标最小，为 { $bytes }。每个 rank 读目标中自己的部分。
size-of-files = 大小：{ $host } 的可用空间最少，为 { $bytes }。所有 rank 的文件最多占其十分之一。
memory-exceeds = 没有直接 I/O 时，读取的数据可能来自页缓存，而不是磁盘。各主机中最大的内存为 { $memory }，多于一个 rank 的数据。

next = 下一步
next-stop-others = 停掉其他使用该磁盘的程序，再测一次。
next-longer = `{ $command }` 增加更多队列深度、批量 fsync，以及写日志时的读测试。
next-depth = `{ $command }` 找出队列加深到多少就几乎不再提速。
next-one-host = 只在一台主机上运行 `{ $command }`，可以看到没有其他主机时它的速度。
next-check = `{ $command }` 检查这块磁盘能否满足某种应用。`fiord check` 列出全部方案。
next-commands = `{ $command }` 再次显示本次测量，并附上 fio 命令。
next-print-commands = --commands 打印 fio 命令。
commands = 命令

page-title = 测量 { $path }
page-bandwidth = 各负载的吞吐量：中位数与各次运行
page-iops = 各负载的 IOPS：中位数与各次运行
page-p99 = 各负载的 p99 延迟：中位数与各次运行
page-depths = p99 延迟与 IOPS 的关系
page-along-depth = 各队列深度的 IOPS 与 p99 延迟
