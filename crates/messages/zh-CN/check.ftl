heading-recipes = 方案
recipe = { $title }（{ $expected }）
no-threshold = 没有阈值，只给出数值
list-hint = `fiord check NAME DIRECTORY` 运行一项检查。方案也可以是文件（docs/checks.md）。

pass = 通过
good-enough = 这块磁盘满足 { $recipe } 的要求。
simulated-good-enough = 模拟设备满足 { $recipe } 的要求。
fail = 未通过
not-good-enough = 这块磁盘不满足 { $recipe } 的要求。
simulated-not-good-enough = 模拟设备不满足 { $recipe } 的要求。
undecided = 未定
threshold-in-interval = { $recipe }：有一个阈值落在置信区间内。
too-few-runs = { $recipe }：运行次数太少，无法给出置信区间。
no-verdict = 不作判定
not-measurable = 无法测出是否适合 { $recipe }。{ $reason }
measured = 已测量
no-published-threshold = { $recipe } 没有公开的阈值。用 --need 或 --expect 自行设置。
more-runs = 再运行约 { $runs } 次或可判定。
no-more-runs = 再增加运行次数（在合理范围内）也无法判定。
repeat-whole = 请重新检查，并让它运行到结束。
repeat-with-most = 请加 --most { $most } 重做。
interrupted = 已中断
interrupted-numbers = 数值来自中断之前的运行。

title = { $title }。
runs-on = 在 { $target } 上运行 { $runs } 次。
runs-simulated = 在模拟设备上运行 { $runs } 次。
written = 每次运行约写入 { $bytes }。
written-range = 每次运行写入 { $low } 至 { $high }，中位数为 { $middle }。
written-before = 每次运行前，`{ $step }` 写入 { $bytes }。

column-number = 指标
column-median = 中位数
column-interval = 95% 区间
column-expected = 预期
column-runs = 次数
some-runs = { $runs } 次中 { $with } 次
label-threshold = 阈值
label-load = 负载
threshold = { $expectation }：{ $source }
dated = { $source }（{ $date }）
heading-limits = 原测试的局限
heading-evidence = 证据
last-run = 最后一次运行：{ $verdict }
disturbed-runs = { $runs } 次运行无效，其中一次的原因：{ $reason }
stored = 已存入结果库，编号 { $first } 到 { $last }。`fiord report { $last }` 显示最后一次运行。
stored-apart = 已存为运行 { $runs }。`fiord report { $last }` 显示最后一次运行。
stored-one = 已存入结果库，编号 { $run }。`fiord report { $run }` 显示该次运行。
heading-load = 负载
before-runs = 每次运行之前：{ $steps }（docs/studies.md）。
repeat = 再次检查：{ $command }

state-pass = 通过
state-fail = 未通过
state-undecided = 未定
state-not-measurable = 无法测量
number-missing = 未测得 { $number }。
number = { $number } 为 { $median }（{ $runs } 次运行，无置信区间）。
number-interval = { $number } 为 { $median }（95% 置信区间 { $low } 到 { $high }，{ $runs } 次运行）。
expected = 预期：{ $threshold }。
too-close = 阈值落在置信区间内。
too-close-by = 区间宽度为中位数的 { $width }，阈值与中位数之差为中位数的 { $distance }。
number-not-measurable = { $expectation } 无法测量。{ $reason }

making-files = 正在创建 { $bytes } 的测试文件。
progress = 第 { $run } 次运行（最少 { $least } 次，最多 { $most } 次）
progress-left = 剩余 { $time }：第 { $run } 次运行（最少 { $least } 次，最多 { $most } 次）

report-kind-unknown = --report={ $kind }：没有这种报告；使用 junit:FILE、github 或 github:FILE
no-such-recipe = { $error }；`fiord check` 列出 fiord 自带的方案
no-such-recipe-near = { $error }；是否想用方案 { $near }？
interrupted-early = check：第一次运行完成之前已中断
without-quick = 去掉 --quick 可延长每次运行。
with-thorough = 使用 --thorough 可延长每次运行。
no-target = check { $recipe }：缺少目录、文件或设备；请用 `fiord check { $recipe } DIRECTORY`

meaning-commits = 单个连接每秒约可提交 1/p50 = { $rate } 次。
meaning-commits-measured = 一个连接平均每秒提交 { $measured } 次。如果每次提交的延迟都等于中位数，则每秒可提交 1/p50 = { $rate } 次。较慢的提交和两次提交之间的时间使平均值更低。
meaning-some-runs = 不显示 { $number }：{ $runs } 次运行中只有 { $with } 次（往往是较快的）有足够的 I/O 得出该指标。
meaning-no-run = 不显示 { $number }：{ $runs } 次运行都没有足够的延迟样本得出该百分位数。
meaning-pooled = 把所有运行的全部延迟样本合在一起，{ $number } 为 { $value }。合并后的值没有置信区间。
meaning-stall = p99 为 { $time }：每 100 次提交中有 1 次更慢，这就是用户感受到的卡顿。
meaning-rate = 在这个负载下，磁盘提供 { $rate }（{ $number }）。
meaning-tail = { $operation ->
    [read] 每 { $count } 次读取中有 1 次超过 { $time }（{ $name }）。
    [write] 每 { $count } 次写入中有 1 次超过 { $time }（{ $name }）。
    [trim] 每 { $count } 次丢弃中有 1 次超过 { $time }（{ $name }）。
    [sync] 每 { $count } 次同步中有 1 次超过 { $time }（{ $name }）。
   *[io] 每 { $count } 次 I/O 中有 1 次超过 { $time }（{ $name }）。
 }
meaning-tail-of-job = { $operation ->
    [read] { $job }：每 { $count } 次读取中有 1 次超过 { $time }（{ $name }）。
    [write] { $job }：每 { $count } 次写入中有 1 次超过 { $time }（{ $name }）。
    [trim] { $job }：每 { $count } 次丢弃中有 1 次超过 { $time }（{ $name }）。
    [sync] { $job }：每 { $count } 次同步中有 1 次超过 { $time }（{ $name }）。
   *[io] { $job }：每 { $count } 次 I/O 中有 1 次超过 { $time }（{ $name }）。
 }
no-counted-result = { $file } 中没有带 I/O 计数的运行，因此没有可判定的百分位。
other-workload = 该结果的负载与 { $recipe } 不同（rw、bs、iodepth、numjobs、ioengine、direct、sync、rate、同时运行的作业或其他选项不一致）。
recipes-beginning = { $name }：不是方案；请使用以下方案之一：{ $recipes }

page-title = 检查 { $recipe }：{ $target }
page-title-simulated = 在模拟设备上检查 { $recipe }
page-run = 运行 { $run }
page-run-not-kept = 未保存
page-not-counted = 不计入：{ $reason }
page-sources = 来源
column-grade = 等级
runs-missing = 结果库中缺少此检查的 { $runs } 次运行。数值来自其余运行。
slo-without = { $option }：不能与 --slo 一起使用；请去掉
slo-needs-load = { $expectation }：使用 --slo 时，--need 和 --expect 只接受速率（每秒至少 N 次 I/O 或提交）；请用 --need commits=500/s 或 iops=5k，延迟的限值用 --slo 设置
no-recipe-in-notebook = { $name }：不是 fiord 的方案；`fiord check` 列出所有方案
