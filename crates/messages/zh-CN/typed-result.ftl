rate = 块大小为 { $blocks } 时，{ $bandwidth } 相当于 { $iops } IOPS。
bandwidth = 块大小为 { $blocks } 时，{ $iops } IOPS 相当于 { $bandwidth }。
full-queue = 始终有 { $depth } 个在途 I/O 时，{ $iops } IOPS 意味着平均延迟为 { $latency }。
blocks-agree = 带宽 ÷ IOPS 为每个 I/O { $implied }，作业的块大小为 { $blocks }。
in-flight = { $iops } IOPS × 延迟 { $latency } = { $in-flight } 个在途 I/O。作业允许 { $asked } 个。
agrees = 数值相符。
filled-to = 只有队列平均占用不超过 { $share } 时，两个数值才能同时成立。
held-back = 在途 I/O 较少并不矛盾：作业限制了速率（rate、thinktime）。
syncs = 在途 I/O 较少并不矛盾：sync 需要时间，而 I/O 延迟不包含这段时间。
opens-files = 在途 I/O 较少并不矛盾：作业要打开许多文件。
other-work = 在途 I/O 较少并不矛盾：作业在各个 I/O 之间还要做别的事。
without-device = 在途 I/O 较少并不矛盾：作业的 I/O 引擎不搬运数据。
in-submit = 在途 I/O 较少并不矛盾：内核在提交时就完成缓冲 I/O，clat 不包含这段时间。

unknown-job = job={ $job }：没有这个作业；请使用 { $jobs } 之一
job-missing = job：有多个作业；请加上 { $jobs } 之一
no-job = 没有找到作业

# 手工输入的结果或已发布结果中的数字有什么错误。
no-value = `{ $pair }`：应为 key=value，例如 iops=6164,lat=10ms
no-rate = `{ $text }`：应有速率（iops= 或 bw=）
key-twice = `{ $key }` 出现了两次
key-near = `{ $key }` 未知；是不是想写 `{ $near }`？（可用：{ $allowed }）
key-unknown = 未知的 `{ $key }`；请使用 { $allowed } 之一
not-iops = `{ $text }`：应为每秒 I/O 数，例如 6164、18.9k 或 4312+1852
not-bandwidth = `{ $text }`：应为带宽，例如 2200MB/s、16.8MiB/s 或 800Mbit/s
not-latency = `{ $text }`：应为带单位的延迟，例如 464us、10ms 或 7-10us
