number-unknown = `{ $text }`：不是指標；使用 iops、bw、mean、min、max 或 p99.9 這類的百分位，可單獨使用，也可寫在 `read.`、`write.`、`trim.` 或 `sync.` 之後
number-misspelt = `{ $text }`：不是指標；是不是要用 `{ $near }`？
syncs-move-no-bytes = `{ $text }`：sync 不傳輸資料；使用 iops 或延遲
no-comparison = `{ $text }`：不是有效的預期；請依序寫指標、比較符號（<、<=、> 或 >=）和門檻值，例如 read.p99<1ms
no-number = `{ $text }`：不是門檻值；使用帶單位的數字
no-rate-of-ios = `{ $text }`：不是 IOPS 值；使用 5000 或 5k 這類的數字
no-rate-of-bytes = `{ $text }`：不是吞吐量；使用帶單位的數字，例如 100MB/s 或 95MiB/s
no-time = `{ $text }`：不是時間；使用帶單位的數字，例如 800us 或 1.5ms
threshold-not-positive = { $value }：不是門檻值；使用大於 0 的數字
not-a-limit = `{ $text }`：不是延遲的上限；請依序寫延遲、比較符號（< 或 <=）和時間，例如 p99<5ms 或 read.p99.9<20ms

no-such-job = 沒有名為 { $job } 的工作。現有工作：{ $jobs }。
not-in-run = 該次執行沒有 { $number }。
several-latencies = { $names } 的延遲是分開的。使用其中一個，例如 { $first }.p99。
too-few-ios = { $number } 需要 { $needed } 個 I/O，而一次執行只有 { $ios } 個。延長執行時間。
runs-do-not-count = { $runs } 次執行中有 { $invalid } 次無效。{ $reason }

need-without-value = `{ $text }`：不是需求；請使用 NAME=VALUE，例如 commits=500/s 或 p99=5ms
need-unknown = `{ $name }`：不是需求；請使用 commits、iops、bw、mean、max 或 p99 之類的百分位
need-without-commits = --need commits：{ $recipe } 沒有提交；請使用 iops、bw 或百分位，例如 p99=5ms
