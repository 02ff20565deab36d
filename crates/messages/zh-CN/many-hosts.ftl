no-rank-reported = 没有 rank 报告结果。
reason-of-host = { $host } 上：{ $reason }
reason-and-rules = { $reason }关于所有 rank 的结论：{ $rules }。

ranks-on-hosts = { $hosts } 台主机上的 { $ranks } 个 rank
headline = { $hosts } 台主机上的 { $ranks } 个 rank。
headline-with-lost = { $hosts } 台主机，{ $ranks } 个 rank 中有 { $reported } 个报告了结果。
headline-none = { $ranks ->
    [one] 唯一的 rank 没有报告结果。
   *[other] { $ranks } 个 rank 都没有报告结果。
 }
runs = { $runs } 次运行。
data = 数据：--spread={ $spread }。{ $library }。
data-shifted = 数据：--spread={ $spread }；只读作业读取下一台主机上某个 rank 的数据。{ $library }。
rank-error = { $host } 上的 rank { $rank }：{ $error }
all-ranks = 所有 rank 合计：计数和直方图相加。速率按运行时间最长的 rank 计算。

phase = 第 { $phase } 阶段，共 { $phases } 个：{ $jobs }。
phase-began = 此阶段在第一阶段开始 { $seconds } 秒后开始。
phase-not-begun = 此阶段没有开始。
start-skew = 启动偏差：从第一个 rank 启动到最后一个 rank 启动相隔 { $skew }。
head-job = 作业
head-window = 时间窗口
head-seconds = 秒
window-all-at-work = 所有 rank 同时工作期间
window-first-done = 到第一个 rank 结束为止
window-deadline = 到截止时间
window-last-done = 到最后一个 rank 结束为止
window-wear-out = 到最后一个 rank 结束为止（wear-out）
iops-in-window = IOPS，{ $window }
megabytes-in-window = MB/s，{ $window }

even-workers = --wear-out：{ $job } 的各工作线程传输的总字节数相同，均为 { $bytes } 字节。
uneven-workers = --wear-out：{ $job } 的各工作线程传输的总字节数在 { $least } 到 { $most } 之间。
as-many-as-farthest = 到截止时间，最快的工作线程已达到这一总量。
farthest = 到截止时间，最快的工作线程已传输 { $bytes } 字节。
unfinished = 截止时间之后，工作线程没有完成剩余的工作。
readers = 作业 { $readers } 只读取 { $job } 已写入的部分。

head-rank = rank
head-host = 主机
head-share = 占比
head-of-others = 与其余之比
head-start = 开始
head-end = 结束
straggler = 掉队
more-ranks = 每个作业另有 { $ranks } 个 rank。--json 显示全部。
times = 每个 rank 的速率按其自身的运行时间计算。开始和结束时间从约定的启动时刻起算，以 rank 0 的时钟为准。
times-of-phase = 每个 rank 的速率按其自身的运行时间计算。开始和结束时间从约定的阶段启动时刻起算，以 rank 0 的时钟为准。

lost-ranks = 这些 rank 没有报告结果，以上数值不包括它们。下表是它们从约定的启动时刻到最后一次心跳的 I/O 数和字节数：
head-heard = 最后心跳
head-bytes = 字节数

clocks = 与 rank 0 的时钟偏差：{ $clocks }。每个偏差的误差不超过其 ping 的一半，最差为 { $uncertainty }。
clock = rank { $rank } { $offset }（ping { $ping }）
clock-with-drift = rank { $rank } { $offset }（ping { $ping }，到结束时漂移 { $drift }）

hosts-alike = 就已知信息而言，各主机没有差异。
hosts-differ = 各主机的差异（{ $hosts }）：
difference = { $property }：{ $values }

one-number-of-each = 每次运行算一个样本：速率是所有 rank 在同一时间窗口内的合计，百分位取自所有 rank 的 I/O。中位数的 { $level }% 置信区间需要 { $needed } 次运行。
cut-short = 运行 { $run } 提前结束，其数值只在这里显示：
head-runs = 运行数
head-mean = 平均
head-median = 中位数
head-low = 置信下限
head-high = 置信上限
head-spread = 离散度
head-last-done = 到最后一个 rank 结束为止的 IOPS

page-title = { $jobs } 在 { $hosts } 台主机上的运行
page-all-ranks = 所有 rank 合计，按运行时间最长的 rank 计算
page-each-rank = 各 rank，按其自身的运行时间计算
page-answer = { $job }：所有 rank 都在工作时为 { $bandwidth }，{ $iops }。
page-lost = 缺少 { $host } 上的 rank { $rank }。{ $reason }
page-chart = 各 rank 的吞吐量，按其自身的运行时间计算
page-rank = rank { $rank } { $host }
