plan-cells = 组合
plan-runs = 运行
plan-order = 顺序
plan-between = 每次运行之前
plan-settings = 内核设置
plan-time = 时间
plan-writes = 写入
plan-space = 空间
plan-endurance = 写入寿命
runs-of-each = { $runs } 次：每个组合 { $each } 次
runs-until-precise = { $runs } 次：每个组合 { $least } 至 { $most } 次，直到中位数的 95% 置信区间收窄到 ± { $half_width } 以内
order = { $order }，分轮进行，每轮每个组合运行一次
time-at-most = 最多 { $time }（不含创建测试文件）
time-unknown = 未知（运行到规定的字节数才结束，耗时取决于磁盘）
writes-nothing = 不写入（不含创建测试文件）
writes-at-most = 最多 { $bytes }（不含创建测试文件）
writes-unknown = 未知，取决于磁盘的速度（不含创建测试文件）
space-none = 不占用（这些 I/O 引擎不需要文件）
endurance-share = 最多占 { $endurance } TB 的 { $share }
endurance-unknown = 未知
endurance-not-given = 未知（用 --tbw 给出额定写入寿命）

column-id = id
column-begun = 开始时间
column-state = 状态
column-name = 名称
column-runs = 运行次数
column-target = 目标
builtin-studies = fiord 自带的研究
recipes = `fiord check NAME PATH` 检查磁盘能否胜任某种应用，可用的方案：{ $recipes }。

subject-target = 目标：{ $target }。
subject-study = 研究 { $study }。
subject-seed = 种子 { $seed }。
subject-hosts = 由 { $hosts } 测量。
hosts-rates = 速率是所有 rank 同时工作期间的合计，百分位包含所有 rank 的 I/O（docs/many-hosts.md）。
column-median = 中位数
column-interval = 95% 区间
column-closed-form = 解析值
published-table = [{ $place }] { $table }：公开的 MB/s 值。
published-note = 公开的数值来自其他磁盘的单次运行，条件见报告（docs/studies.md）。fiord 不拿它们作比较。
more-findings = 另有 { $findings } 条结论（见 --json）。
caveats = 注意事项
no-interval = 一个组合至少运行六次才有置信区间。
repeat = 重做：{ $command }

making-files = 正在创建测试文件，共 { $bytes }。
making-files-each = 每个 rank 正在创建测试文件，各 { $bytes }。
tracing-cells = { $cells ->
    [one] 正在为 1 个组合做一次带跟踪的运行。
   *[other] 正在为 { $cells } 个组合各做一次带跟踪的运行。
 }
block-begun = 第 { $block } 轮开始，已完成 { $runs } 次运行。
block-begun-time-left = 第 { $block } 轮开始，已完成 { $runs } 次运行，剩余 { $left }。
block-cell = 第 { $block } 轮：{ $cell }
running = 第 { $block } 轮，{ $cell }，{ $seconds } 秒。
running-time-left = 剩余 { $left }。第 { $block } 轮，{ $cell }，{ $seconds } 秒。
cell-done = { $cell }：{ $median }，{ $runs } 次运行
cell-wide = { $cell }：{ $median }，{ $runs } 次运行，精度低于要求
cell-failed = { $cell }：失败，{ $runs } 次运行
cell-failed-after = { $cell }：{ $median }，{ $runs } 次运行，至少一次失败
interrupted = 已中断。完成的运行已保存。
interrupted-nothing-kept = 已中断。没有保存任何内容。
interrupted-before = 尚未开始测量就已中断。没有留下文件。
ended-early = 提前结束。完成的运行已保存。
ended-early-nothing-kept = 提前结束。没有保存任何内容。
budget-spent = { $budget ->
    [time] 时间
   *[written] 写入量
 }预算已用完。
continue = 运行 `{ $command }` 可继续。
continue-with-time = 要继续，请运行 `{ $command } --time=TIME`，为全部运行指定更长的总时限。
survey-over-hosts = { $does ->
    [reads] 由 { $hosts } 测量，约 { $seconds } 秒。每个 rank 只读取。
   *[writes] 由 { $hosts } 测量，约 { $seconds } 秒。每个 rank 创建一个随机数据文件。
 }
cut-off = 完成的运行已保存。用 `mpirun … fiord study resume --hosts` 继续，每台主机上的 rank 数须与原来相同。`fiord study list` 列出所有研究。

verified-study = 研究 { $study }
verified-summaries = 重新计算的各组合中位数或区间与保存的不一致。
verified-finding = 保存的数值得出“{ $stored }”，而记录得出“{ $recomputed }”

time-unreadable = `{ $text }`：不是时间；请写成 90、90s、5m 或 2h 这样的形式
time-outside = { $seconds } 秒：不在 5 秒至 24 小时之间；请使用此范围内的时间
not-with-hosts = { $option }：不能与 --hosts 同时使用；请去掉 --hosts，在单台主机上运行研究
survey-needs-path = survey：没有给出路径；请指定目录、文件或块设备
settings-need-target = 含内核设置的研究需要目标：请加上该磁盘上的目录、文件或设备
settings-of-one-host = setting：内核设置不能与 --hosts 合用；在一台主机上运行研究
survey-option = survey：不支持 --spec、--slo 和 --allow-destroy；请去掉，或使用带 --spec 的 `fiord study run data-sheet`
no-such-study = { $study }：{ $store } 中没有这个研究；`fiord study list` 列出所有研究
all-studies-ended = study resume：{ $store } 中的研究都已结束；请用 `fiord study run` 开始一个
begun-by-hosts = 研究 { $study }：由 { $hosts } 开始；请用同样数量的 rank 继续：`mpirun … fiord study resume --hosts { $study }`
begun-on-one-machine = 研究 { $study }：在单台主机上开始；请用 `fiord study resume { $study }` 继续，不带 --hosts
begun-by-other-hosts = 研究 { $study }：由 { $before } 开始，现在由 { $now } 运行；请在同样数量的主机上启动同样数量的 rank
begun-with-spread = --spread：研究 { $study } 开始时为 --spread={ $spread }；请去掉 --spread
study-has-mistakes = 研究 { $study }：定义有错误；请改正
settings-unreadable = 研究 { $study }：无法读取其设置
misspelt-study = { $problem }；是不是要用研究 { $near }？
unknown-study = { $problem }；`fiord study list` 列出 fiord 自带的研究
machine-changed = 作业 { $job }：{ $option } 会在运行期间改动主机，同一主机上的 rank 会互相干扰；请去掉，或在研究开始前在每台主机上改好该设置
simulated-over-hosts = 作业 { $job }：ioengine=sim 使用虚拟时间，而各主机没有共同的虚拟时间；请改用其他 I/O 引擎
spread-in-directory = --spread={ $spread }：在目录中每个 rank 创建自己的文件；请去掉 --spread，或指定文件或设备
spread-of-one-file = --spread=files：目标是单个文件或设备；请指定目录，或使用 --spread=stripes
rank-without-file = rank 0 有测试文件，而本 rank 没有

titled = { $name }：{ $title }
no-finding = 尚无结论。
not-settled = { $comparisons ->
    [one] 唯一的一项比较尚未判定。
   *[other] 全部 { $comparisons } 项比较都尚未判定。
 }
page-subject = 研究 { $study }，{ $target }，种子 { $seed }。
page-subject-unstored = 未保存。{ $target }，种子 { $seed }。
simulated-device = 模拟设备
findings = 结论
page-more-findings = 另有 { $findings } 条结论
column-cell = 组合
begun-by = 开始时的命令：
commands = 每个组合的命令
run-ids = 每个组合的运行（编号）
column-found = 结论
column-severity = 严重程度
count-of = { $count } / { $all }
all-runs = 全部运行（{ $runs } 次）。`fiord report ID` 显示其中一次。
column-run = 运行
column-block = 轮次
column-grade = 等级
column-result = 结果
column-findings = 结论
numbers = 数值

survey-no-spread = --spread：survey 不支持，因为分布方式由目标决定（目录用 files，文件或设备用 stripes）；请去掉 --spread
survey-no-layers = --layers：不能与 --hosts 同时使用；请去掉，或在单台主机上测量，不带 --hosts
survey-no-metrics = --metrics：不能与 --hosts 同时使用，因为 metrics 只涵盖一台主机；请使用 --json，或在单台主机上测量，不带 --hosts
survey-stale-file = { $path } 是一次被强行终止的 survey 留下的。请删除。
survey-begun = 开始测量，约 { $seconds } 秒：正在创建随机数据文件。
survey-making = 正在创建随机数据文件。
survey-written-too-little = survey：{ $seconds } 秒内只写入了 { $size } MiB；请设置更长的 --time
survey-rank-wrote-too-little = { $host } 上的 rank { $rank } 的文件应为 { $size } MiB，只写入了 { $written } MiB。
survey-rank-wrote-too-little-in-time = { $host } 上的 rank { $rank } 的文件应为 { $size } MiB，只写入了 { $written } MiB。请设置更长的 --time。
survey-mixed-targets = { $host } 和 { $other }：两个目标中只有一个是目录；请在所有主机上都指定目录，或都指定文件或设备
survey-least-free = { $host } 的可用空间最少，{ $ranks } 个 rank 共有 { $free }
survey-least-size = { $host } 的目标最小，{ $ranks } 个 rank 共有 { $size }，而每个 rank 至少需要 { $stripe } MiB 的条带；请指定更大的目标，或指定目录

not-measured = 未测量
heading-not-measured = 未测量
unmeasured-failed = 有一次运行失败
unmeasured-no-value = 各次运行的 I/O 太少，无法得出该指标
unmeasured-time = 时间用完
unmeasured-written = 写入量预算用完
unmeasured-ended = 没有运行

state-open = 未完成
state-done = 已完成
state-stopped = 已停止
cells-in-turns = { $cells } 个组合轮流运行
run-failed = { $cell }：运行 { $run } 失败：{ $error }
no-turns = order = "in-turns"：组合 { $cell }：不支持与 `{ $option }` 一起使用；请使用 order = "random"，或去掉 sweep 的 --in-turns
no-turns-runtime = order = "in-turns"：组合 { $cell }：其 runtime 与第一个组合不同；请让所有组合使用相同的 runtime，或使用 order = "random"
no-turns-with = order = "in-turns"：不支持与 `{ $with }` 一起使用；请使用 order = "random"
cell-of-part = { $part }：{ $cell }
law-greedy = greedy 垃圾回收的解析式：A = N ÷ (N − X)，其中 A 为写放大，N 为一个超级块的页数，X 满足 Σ 1/x ÷ (N − X) = α ÷ N（x 从 X + 1 到 N；Desnoyers，ACM Transactions on Storage 10(2)，2014）。α = T ÷ U，T 为闪存的页数，U 为主机覆盖写的页数。T 不包括由盘保留的空闲块，也不包括主机不覆盖写的数据所占的页。
law-fifo = fifo 的解析式：A = 1 ÷ (1 − e^(−α ÷ A))，其中 A 为写放大，α 为闪存的页数 ÷ 被覆盖写的页数（Desnoyers，ACM Transactions on Storage 10(2)，2014；Xiang 与 Kurkoski，arXiv:1110.4245）。
law-random = 随机选择回收块的解析式：A = α ÷ (α − 1)，其中 A 为写放大，α 为闪存的页数 ÷ 被覆盖写的页数。
law-fresh = 全新盘每秒写入页数的解析式：plane 数 ÷ tPROG。
law-steady = 稳态下每秒写入页数的解析式：plane 数 ÷ (A tPROG + (A − 1) tR + A tBERS ÷ 每块页数)。
law-reads = 随机读的解析式：等长读请求分布于各 plane 的均值分析（Reiser 与 Lavenberg，Journal of the ACM 27(2)，1980）。
law-arm = 磁盘随机读的解析式：1 ÷ (s + 8/15 (S − s) √d + 半圈旋转 + 传输)，s 和 S 是相邻磁道和全程的寻道时间，d 是所用区域占磁盘的比例（寻道曲线：Ruemmler 与 Wilkes，IEEE Computer 27(3)，1994）。
law-track = 磁盘顺序读的解析式：外圈磁道的速率。
law-life = 寿命的解析式：P/E 次数 × 参与磨损的闪存 ÷ A。静态磨损均衡时所有块都参与；否则只有备用块和数据被覆盖写的块参与。每个块能承受额定次数的 90% 到 110%；损坏的块与备用块一样多时，盘的寿命结束。这个解析值是上限：不计均衡造成的复制、剩余的磨损差别，以及备用块损坏后 A 的上升。
