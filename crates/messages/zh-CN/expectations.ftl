number-unknown = `{ $text }`：不是指标；使用 iops、bw、mean、min、max 或 p99.9 这样的百分位，可单独使用，也可写在 `read.`、`write.`、`trim.` 或 `sync.` 之后
number-misspelt = `{ $text }`：不是指标；是否想用 `{ $near }`？
syncs-move-no-bytes = `{ $text }`：sync 不传输数据；使用 iops 或延迟
no-comparison = `{ $text }`：不是有效的预期；请依次写指标、比较符（<、<=、> 或 >=）和阈值，例如 read.p99<1ms
no-number = `{ $text }`：不是阈值；使用带单位的数字
no-rate-of-ios = `{ $text }`：不是 IOPS 值；使用 5000 或 5k 这样的数字
no-rate-of-bytes = `{ $text }`：不是吞吐量；使用带单位的数字，例如 100MB/s 或 95MiB/s
no-time = `{ $text }`：不是时间；使用带单位的数字，例如 800us 或 1.5ms
threshold-not-positive = { $value }：不是阈值；使用大于 0 的数字
not-a-limit = `{ $text }`：不是延迟的上限；请依次写延迟、比较符（< 或 <=）和时间，例如 p99<5ms 或 read.p99.9<20ms

no-such-job = 没有名为 { $job } 的作业。现有作业：{ $jobs }。
not-in-run = 该次运行没有 { $number }。
several-latencies = { $names } 各有单独的延迟。使用其中一个，例如 { $first }.p99。
too-few-ios = { $number } 需要 { $needed } 个 I/O，而一次运行只有 { $ios } 个。延长运行时间。
runs-do-not-count = { $runs } 次运行中有 { $invalid } 次无效。{ $reason }

need-without-value = `{ $text }`：不是需求；请使用 NAME=VALUE，例如 commits=500/s 或 p99=5ms
need-unknown = `{ $name }`：不是需求；请使用 commits、iops、bw、mean、max 或 p99 之类的百分位
need-without-commits = --need commits：{ $recipe } 没有提交；请使用 iops、bw 或百分位，例如 p99=5ms
