limits = 限值：{ $limits }，从每个 I/O 计划开始的时刻算起。I/O 随机到达（泊松过程）。

found = { $cell }：最多 { $rate } IOPS，{ $level } 置信区间 { $low } 至 { $high }（{ $runs } 次运行）。
jump = { $cell }：最多约 { $rate } IOPS（{ $runs } 次运行）。延迟在此处跳变：到 { $low } IOPS 为止满足限值，在 { $high } IOPS 时超出限值。
unfinished = { $cell }：在 { $low } 和 { $high } IOPS 之间（{ $runs } 次运行，不足以得出置信区间）。
never = { $cell }：在所有测过的速率下，都不满足限值。在最低的 { $rate } IOPS（不限速时的 { $share }）下，限值所针对的延迟为 { $latency }（{ $runs } 次运行的中位数）。
always = { $cell }：所有测过的速率都满足限值，最高到 { $rate } IOPS。即使不限速，作业也不会更快。
always-but-few = { $cell }：到最高的测试速率 { $rate } IOPS 为止满足限值，但在 { $runs } 次运行中有 { $exceeded } 次超出限值。即使不限速，作业也不会更快。
undecided = { $cell }：未定，因为结果随运行而变。在 { $held } IOPS 下满足限值，在 { $exceeded } IOPS 下超出限值。
undecided-held = { $cell }：未定。在 { $held } IOPS 下满足限值，更高的速率测试次数不足。
undecided-exceeded = { $cell }：未定。在 { $exceeded } IOPS 下超出限值，更低的速率测试次数不足。
failed = { $cell }：有一次运行失败，因此得不出结果。
no-latency = { $cell }：有一次运行没有记录到限值所针对的延迟，因此得不出结果。请更正限值，或延长运行时间。
not-measured = { $cell }：未测量。

free = 不限速时作业达到 { $rate } IOPS。
near = 速率比该速率低不超过 10% 的 { $below } 次运行中，有 { $held_below } 次满足限值；速率比该速率高不超过 10% 的 { $above } 次运行中，有 { $held_above } 次满足限值。
accidents = 与该速率相差超过 10% 的 { $runs } 次运行与之矛盾：速率更低时超出限值，或速率更高时满足限值。
wide = 置信区间比 ± { $half_width } 宽：各次运行相差太大。请延长运行时间。
share-broken = 搜索之后以最高速率的 { $share } 运行，{ $runs } 次运行中只有 { $held } 次满足限值。各次运行的速度不同。请把最高速率视为上限。
thin = 有的运行中，高于限值百分位的 I/O 不到十个。请延长运行时间。
invalid = { $runs } 次运行中有 { $invalid } 次无效：测到的不是磁盘。
disturbed = { $runs } 次运行中有 { $disturbed } 次受到干扰：磁盘上有其他 I/O，或等待 CPU。

head-cell = 组合
head-share = 负载
at-shares = 以最高速率的不同比例运行时的延迟
chart-hint = 图表：{ $command }

chart = { $cell }：延迟与到达速率
chart-latency = 离限值最近的延迟
chart-rate = 最高速率

running-free = { $cell }：第 { $run } 次运行，不限速
running-at = { $cell }：第 { $run } 次运行，{ $rate } IOPS
ran-free = { $cell }：不限速时 { $rate } IOPS
ran-held = { $cell }：{ $rate } IOPS，{ $latency }，满足限值
ran-failed = { $cell }：{ $rate } IOPS，{ $latency }，未满足限值
ran-saturated = { $cell }：{ $rate } IOPS，已饱和，未满足限值
ran-nothing = { $cell }：没有测到限值所针对的延迟

paced = --slo：作业用 { $option } 自行设置了速度；请去掉该选项
no-such-io = --slo：所测作业没有适用于 { $limit } 的 I/O；请为作业实际执行的 I/O 设置限值
no-hosts = --slo：不支持与 --hosts 一起使用；请去掉其中之一

need-pass = { $need }：在此负载下，满足延迟限值。
need-fail = { $need }：作业无法在满足延迟限值的同时达到此负载。
need-whole = 所有作业合计所需的负载为 { $rate } IOPS。
need-undecided = { $need }：从这些运行看不出在此负载下是否满足延迟限值。延长运行时间可能有帮助。
need-invalid = { $need }：超过三分之一的运行无效，因此不作判断。
