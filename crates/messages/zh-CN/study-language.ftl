not-a-key-of-study = `{ $name }` 不是研究的键
not-a-key-of-recipe = `{ $name }` 不是方案的键
not-a-key = `{ $name }` 不是 { $table } 的键
not-a-job = `{ $name }` 不是本研究的作业
not-a-factor = `{ $name }` 不是本研究的因子
not-a-level = `{ $name }` 不是 { $factor } 的水平
not-a-step = `{ $name }` 不是两次运行之间的步骤
not-a-value = `{ $name }` 不是 { $key } 的取值
not-a-kernel-setting = `{ $name }` 不是 fiord 能设置并恢复的内核设置
not-an-option = `{ $name }` 不是 fio 的选项
help-near = 是不是想写 `{ $near }`？
help-known = 可用的有：{ $known }

not-in-study = { $name }：研究中不允许使用
help-target = 请在运行研究时指定目标
help-job-names = 请在 [jobs.NAME] 中给出每个作业的名称
help-seed = 每次运行都有自己的种子，由研究的种子导出
help-own-command = 研究不能设置命令行选项；单个作业请运行 `{ $command }`
not-supported = { $name }：不支持

not-a-scalar = { $key }：应为字符串、数字、true 或 false
not-a-text = { $key }：应为带引号的字符串
not-a-truth = { $key }：应为 true 或 false
not-a-whole-number = { $key }：应为不小于 { $least } 的整数
not-a-share = { $key }：应为比例，例如 0.05 或 "5%"
not-a-time = { $key }：应为时间，例如 "15m"
not-a-size = { $key }：应为大小，例如 "100G"
not-a-table = { $key }：应为一个表
not-tables = { $key }：应为表数组 [[{ $key }]]
name-missing = 缺少 `name`；应为一个词，例如 "read-depth"
report-missing = 缺少 `report`；应为报告的名称
expectation-missing = 缺少 `that`；请写一个预期，例如 "read.p99<1ms"

level-twice = factors.{ $factor }：水平 { $level } 列出了两次
levels-missing = factors.{ $factor }：应为水平的列表，或一个范围，例如 "4k..1m"
levels-count = factors.{ $factor }：应有 1 至 { $most } 个水平
not-a-range = factors.{ $factor }={ $range }：应为范围，例如 "4k..1m"，或列表
setting-values = setting.{ $name }：应为若干个不同的值，例如 ["128", "4096"]
setting-twice = setting.{ $name }：已有同名的因子或设置；改名或删除其中一个
level-empty = factors.{ $factor }：有一个水平没有任何选项
help-level-empty = 请加上选项或 jobs
not-two-levels = compare.{ $factor }：应为两个水平，["one", "other"]
not-lines = published.lines={ $lines }：应为行号范围，例如 "165-182"
stop-no-effect = 已有 stop.repeats，stop.{ $key } 不起作用
help-stop = 请去掉其中一个
no-interval = stop：{ $least } 至 { $most } 次运行太少，得不出 95% 置信区间
help-more-runs = 请允许 10 次或更多运行
too-many-runs = { $key }={ $runs }：每个组合最多 { $most } 次运行
expectation-wrong = expect.that={ $problem }
measures-wrong = measures={ $problem }
nothing-measured = 既没有预期，也没有要测量的指标
help-measures = 请加上 [[expect]] 和 that = "read.p99<1ms"，或 measures = ["read.p99"]
all-excluded = 所有组合都被排除；请删去 exclude 中的一条
no-measured-job = 组合 { $cell }：没有要测量的作业

commit-wrong = commit={ $text }：不是提交延迟的中位数；请使用 sync.p50 或 write.p50
