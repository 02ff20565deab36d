column-id = id
column-started = 开始
column-verb = 子命令
column-grade = 等级
column-name = 名称
column-target = 目标
column-tags = 标签
column-job = 作业
column-result = 结果
column-host = 主机
column-kernel = 内核
column-study = 研究
column-command = 命令
more-jobs = 另有 { $jobs } 个作业
jobs = { $jobs } 个作业
unknown = 未知

rates = { $rates } IOPS（{ $throughput }）
more-results = 另有 { $results } 项
rates-only = 只有速率（无 I/O 计数）
no-data = 没有传输数据
failed-workers = { $workers } 个工作线程失败
interrupted = 已中断
study = { $runs } 次运行：fiord report study:{ $study }
check = { $runs } 次运行：fiord report { $run }
matching = { $runs } 条记录中有 { $shown } 条符合条件。
shown = 共 { $runs } 条记录，显示 { $shown } 条。
deleted = 已删除 { $runs } 次运行，保留 { $kept } 次。结果库大小：{ $before } → { $after }。

time-invalid = { $text }：不是时间；请用日期（如 2026-11-22）、时刻（如 2026-11-22T18:40）或距今多久（如 12h、7d、3w）
grades-invalid = { $text }：不是等级；请用 A、B、C 或 D，或多个等级（如 CD）
stored-time-invalid = { $text }：不是已存运行的有效时间戳

page-newest = 最新的有效运行：{ $id }，{ $name }
page-title = { $store } 中的运行
page-title-name = 名为 { $name } 的运行
page-runs = { $runs ->
    [one] 1 条记录。
   *[other] { $runs } 条记录，{ $first } 至 { $last }。
 }
