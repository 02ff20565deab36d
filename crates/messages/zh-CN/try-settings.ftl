block = 第 { $number } 轮开始，总时限还剩 { $seconds } 秒。

# One run in which the values take turns.
in-turns = 各个取值在同一次运行中轮流测量，每段 0.25 秒，最多 { $seconds } 秒。
turns-done = 每个取值完成了 { $rounds } 个片段。

effect-between = { $result }，{ $workload }，{ $metric }：影响在 { $low }% 到 { $high }% 之间。

left-removed = { $path }：已删除；它是一次被强行结束的 try 留下的目录。
left-not-removed = { $path }：它是一次被强行结束的 try 留下的目录，无法删除（{ $error }）；请手动删除

time-chosen = 比较需要 { $blocks } 轮，每轮 { $runs } 次运行，每次 { $seconds } 秒：总时限设为 { $time }。
time-short = --time={ $given } 不够比较：{ $blocks } 轮，每轮 { $runs } 次运行，每次 { $seconds } 秒，需要 --time={ $time }。
few-blocks = 只完成了 { $blocks } 轮，比较需要 { $needed } 轮；设置 --time={ $time }。
interrupted = 已中断；设置已恢复原值，只比较已完成的各轮。

setting-first = { $text }：不是设置；在路径之前写 SETTING=VALUE,VALUE，例如 read_ahead_kb=128,4096
values-missing = { $text }：缺少值；写成 SETTING=VALUE,VALUE
path-missing = try：缺少路径；写成 `fiord try SETTING=VALUE,VALUE PATH`，再写作业的选项
setting-twice = { $name }：该设置或其某个值重复出现；每个设置和每个值只写一次
one-value = try：只有一个值；至少写两个，例如 read_ahead_kb=128,4096
too-many = try：组合超过 { $most } 种；减少设置或值
no-job = try：没有可运行的作业；添加作业的选项，例如 --rw=randread --bs=4k，或作业文件
some-without-file = try：有一个作业没有文件；为它添加 filename 或 directory
writes-path = { $path }：作业会写入，但没有指定文件；要覆盖它，添加 --filename={ $path }，否则使用目录
path-no-text = { $path }：不是有效的 UTF-8；请使用 UTF-8 的路径
job-failed = try：作业失败，原因见上文；修正后重新运行
nothing-measured = 没有完成任何一轮（每种组合各运行一次），因此没有可以比较的结果。
