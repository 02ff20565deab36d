head-job = 作业
head-max = 最大
read = 读
write = 写
trim = 丢弃
sync = sync
mixed = 混合
more-rows = 另有 { $rows } 行；--json 显示全部。
few-samples = * 粗略估计：超过该百分位的 I/O 不足 100 个。
too-few-samples = - 无数值：超过该百分位的 I/O 不足 10 个。
grade = 等级 { $grade }：

rated = { $ddir ->
    [read] 限速读
    [write] 限速写
   *[trim] 限速丢弃
 }：要求每秒 { $asked } 个 I/O，达到 { $reached } 个。
rated-of-job = 作业 { $job } 的{ $ddir ->
    [read] 限速读
    [write] 限速写
   *[trim] 限速丢弃
 }：要求每秒 { $asked } 个 I/O，达到 { $reached } 个。
backlog = 积压最大为 { $most }，结束时为 { $end }。{ $late } 个 I/O 晚于计划开始。
backlog-unknown = 积压未知。
head-latency = 延迟
service = 服务时间（从实际开始算起）
response = 响应时间（从计划开始算起）
saturated = 已饱和：积压不断增长，响应时间的百分位没有意义。
steady = 稳态：{ $text }
steady-of-job = 作业 { $job } 的稳态：{ $text }

interrupted = 因 { $signal } 中断：数值只包含中断之前的部分。
a-signal = 信号
full = --full 还会显示 fio 的报告。

run-at-most = 第 { $run } 次运行，最多 { $runs } 次。
run-of = 第 { $run } 次运行，共 { $runs } 次。
pair-at-most = 第 { $pair } 对运行，最多 { $pairs } 对。
turns-done = 完成了 { $pairs } 对片段（每对中两个作业各运行一小段）。
took-turns = 本次运行与另外 { $others } 次运行轮流进行，每段最长 0.25 秒，并等到最后一个 I/O 完成。本次运行的 I/O、延迟和时间只计队列已满的部分；设备比一个片段还慢时，计整个片段。内核的磁盘和 CPU 计数器涵盖所有这些运行。
no-turns = 没有完成任何一对片段（每对中两个作业各运行一小段）。
# Notes on jobs that took turns. $causes: rules with shares.
disturbed-turns = 各片段运行期间有其他负载：{ $causes }。置信区间包含其影响。
rates-together = 速率：每个值由一个作业的至少 { $turns } 个片段合并得出，因为单个片段可能没有读或没有写。
latencies-together = 延迟：每个延迟值由一个作业的至少 { $turns } 个片段合并得出，因为单个片段的 I/O 太少，无法给出 p99。
latencies-of-one = 未比较延迟，因为其中一方有多个作业，或同时有读和写。
latencies-too-few = 不比较延迟：至少有一个作业，即使合并其所有片段，I/O 仍太少，无法给出 p99。
pairs-done = 完成了 { $pairs } 对运行。
laying-out = 正在创建测试文件，共 { $bytes }。
layout-took = 创建测试文件用了 { $time }。
laid-out = 已创建 { $filled }，共 { $all }
preparing = 准备中
ramp = 预热
left = 剩余 { $time }
workers-waiting = { $workers } 个工作线程尚未启动
p99 = p99 { $latency }
progress-of-run = 第 { $run } 次运行（共 { $runs } 次）：{ $progress }
worker-failed = 工作线程 { $worker }：{ $error }
worker-failed-at = 工作线程 { $worker }，{ $place }：{ $error }
no-more-runs = { $name } 中该负载的运行不足 { $needed } 次，因此本作业再运行多少次也得不出比较结果。请用 `fiord run --repeat 6 --save NAME JOB` 重新测量 { $name }。
not-written = { $option }：{ $error }
printed-instead = { $option }：{ $error }。文档已改为直接输出。

kept = 已保存为运行 { $id }。用 `fiord report { $id }` 再次显示。
not-kept = 运行未保存：{ $error }
not-kept-here = { $error }（运行未保存）
no-rank-not-kept = 没有 rank 报告结果，因此运行未保存。

self-cost = 使用这些选项时 fiord 自身的开销（null 引擎，本机，当前）：
head-workers = 工作线程
head-iops-at-most = 最大 IOPS
head-cpu-per-io = 每个 I/O 的 CPU 时间
self-cost-limit = 接近该上限的结果受限于 fiord，而不是磁盘。真实的引擎还需要系统调用的时间。

not-a-run = run：这些选项没有描述任何作业；要使用 --cmdhelp、--enghelp 等 fio 选项，请去掉 `run`
job-failed = --baseline、--vs：有作业失败（见上文）；请修正后重新运行
nothing-comparable = { $name }：不含本作业的任何负载；请用 `fiord compare` 比较两个结果
other-directions = --vs：两个作业的方向（读、写、丢弃）不同；请使用方向相同的作业
other-job = --vs：{ $problems }
nothing-measured = run：没有测到任何结果；请看上面的错误
reports-without-assert = --report：没有可报告的断言；请加一个，例如 --assert 'read.p99<1ms'
one-comparison = --baseline、--vs：指定了多个比较；两个选项只能用一个，并且只能用一次
limits-without-comparison = --fail-if：需要 --baseline 或 --vs；要检验单次运行，请用 --assert
option-of-fio = { $option }：`fiord run` 不支持；要得到 fio 的输出，请去掉 `run`，或使用 --json
repeat-one = 一次运行不算重复；请用 2 或更大的值，或去掉 --repeat
repeat-range = 超出范围；请用 2 至 { $most }
repeat-number = 不是数字；请用 2 至 { $most }
layers-word = 未知的值；请用 --layers 或 --layers=all
layers-buffer = 超出范围；请为每个 CPU 指定 4 至 1048576 KiB
interrupted-self-cost = --self-cost：已中断；请重新运行
failed-on-null = { $job }：在 null 引擎上失败（{ $error }）；请去掉引起失败的选项
idle-on-null = { $job }：在 null 引擎上没有做任何 I/O；请检查 size 和 runtime
empty-name = 名称为空；请指定一个词
number-as-name = { $name }：不能作为名称，因为数字是运行的编号；请加一个字母
no-directory = store：$XDG_DATA_HOME 和 $HOME 都不是绝对路径；请用 --store FILE
store-off = store：FIORD_STORE=none 关闭了结果库，没有保存结果；请取消 FIORD_STORE，或用 --store FILE
study-store-off = store：FIORD_STORE=none 关闭了结果库，而 `study resume` 需要结果库；请用 --store FILE，或用 --no-store 只测量而不保存运行
tag-invalid = --tag：{ $text }：不是标签；请使用不含换行的词
save-store-off = --save：FIORD_STORE=none 关闭了结果库；请用 --store FILE
