head = 測量 { $path }：{ $bytes } 隨機資料，{ $direct ->
    [yes] 直接 I/O
   *[no] 無法使用直接 I/O（數值受快取影響）
 }，重複 { $repeats } 次。
head-read-only = 測量 { $path }：{ $bytes }，唯讀，{ $direct ->
    [yes] 直接 I/O
   *[no] 無法使用直接 I/O（數值受快取影響）
 }，重複 { $repeats } 次。
head-ranks = { $ranks } 共同測量 { $path }：每個 rank { $bytes } 隨機資料，{ $direct ->
    [yes] 直接 I/O
   *[no] 無法使用直接 I/O（數值受快取影響）
 }，重複 { $repeats } 次。
head-ranks-read-only = { $ranks } 共同測量 { $path }：每個 rank 只讀取自己的 { $bytes }，不寫入任何資料，{ $direct ->
    [yes] 直接 I/O
   *[no] 無法使用直接 I/O（數值受快取影響）
 }，重複 { $repeats } 次。
interrupted = 測量已中斷：各列只包含中斷前的結果。
memory = 這是記憶體，不是磁碟
memory-advice = 這些數值反映的是記憶體和 CPU 的速度。請選擇待測磁碟上的目錄。
partly-memory = 這裡有一部分是記憶體，不全是磁碟
partly-memory-advice = 這些數值有一部分反映記憶體和 CPU 的速度。請選擇待測磁碟上的目錄。
disk = 磁碟：{ $layers }
disk-of-host = { $host } 的磁碟：{ $layers }

result = 結果：{ $numbers }。
result-ranks = 所有 rank 合計的結果：{ $numbers }。
number-sequential-read = 循序讀取 { $rate } MB/s
number-random-read = 4k 隨機讀取 { $rate } IOPS（延遲 { $latency }）
number-random-read-32 = 佇列深度 32 的 4k 隨機讀取 { $rate } IOPS（延遲 { $latency }）
number-sequential-write = 循序寫入 { $rate } MB/s
number-fsync = fsync { $latency }

fast = 快：{ $speeds }。
slow = 慢：{ $speeds }。
varies = 重複測量落在界限兩側，因此不判為快或慢：{ $speeds }。
usual = 所有數值都在常見範圍內。
rules-of-thumb = 以上界限是經驗值（docs/studies.md）。
rules-of-thumb-ranks = 不判斷快慢：快慢的界限是針對單一磁碟，而這裡是所有 rank 的合計（docs/many-hosts.md）。
above = { $speed }（高於 { $limit }）
below = { $speed }（低於 { $limit }）
speed-sequential-read = 循序讀取
speed-random-read = 佇列深度 1 的隨機讀取
speed-random-read-32 = 佇列深度 32 的隨機讀取
speed-sequential-write = 循序寫入
speed-fsync = fsync

doubts = 共測 { $workloads } 個工作負載：{ $doubts }。
no-doubts = 共測 { $workloads } 個工作負載：所有 I/O 都到達磁碟，各次重複結果一致。
doubt-noisy = { $count } 個波動大（‡）
doubt-cached = { $count } 個部分或全部由快取回應
doubt-more-traffic = { $count } 個的磁碟流量多於所要求的流量
doubt-no-counters = { $count } 個沒有磁碟計數器
doubt-wrong = { $count } 個含無效的執行（等級 D）
doubt-shallow = { $count } 個未達到要求的佇列深度（†）
# $reason: sentences, or names of traps.
grade-d = { $workloads } 個工作負載的等級為 D。{ $reason }

no-others = 未發現其他行程使用該磁碟。
others = { $all-runs } 次執行中有 { $runs } 次其他行程也在使用該磁碟：共 { $bytes } 不屬於本次測量。
others-of-host = { $all-runs } 次執行中有 { $runs } 次其他行程也在使用 { $host } 的磁碟：共 { $bytes } 不屬於本次測量。
others-unknown = 無法確定是哪些行程。
others-possible = 可能的行程：{ $processes }。
process-with-files = { $name }（pid { $pid }，所有磁碟合計 { $bytes }，在該磁碟上有開啟的檔案）
process-without-files = { $name }（pid { $pid }，所有磁碟合計 { $bytes }，在該磁碟上沒有開啟的檔案）
process = { $name }（pid { $pid }，所有磁碟合計 { $bytes }）

machine-ready = 主機：可以測量。全部檢查請執行 `fiord doctor`。
machine-care = 主機：可用，但請注意（{ $rules }）。詳細原因請執行 `fiord doctor`。
machine-not-ready = 主機：不適合測量（{ $rules }）。詳細原因請執行 `fiord doctor`。
machine-unknown = 主機：狀態未知。詳細原因請執行 `fiord doctor`。
machine-unknown-rules = 主機：狀態未知（{ $rules }）。詳細原因請執行 `fiord doctor`。
of-host = { $host }：{ $text }

head-workload = 工作負載
head-range = 最小–最大
head-device = 裝置
head-host = 主機
head-ranks-of-host = rank 數
head-share = 占比
head-slowest-rank = 最慢的 rank
head-worst-workload = 最差工作負載
straggler = 落後

median = 數值為各次重複的中位數。
device = 「裝置」：磁碟實際搬移的位元組數占所要求位元組數的比例。遠低於 100% 表示由快取回應；高於 100% 表示日誌、預讀或其他行程也在使用磁碟。
range = 重複六次以上時，「最小–最大」以 95% 的信賴水準包含真實的中位數。
syncs = 有 fsync 的工作負載，p50 和 p99 是 fsync 的延遲。
few-samples = * 粗略估計：一次執行中超過該百分位的延遲樣本不足 100 個。
pooled-p99 = § 所有重複合在一起的 p99：粗略估計，因為一次執行中超過 p99 的延遲樣本不足 10 個。
too-few-samples = ≤ 以最大延遲代替 p99：一次執行中超過 p99 的延遲樣本不足 10 個。
shallow = † 實際在途 I/O 不到該佇列深度的 90%，不代表磁碟在此深度的速度。
noisy = ‡ 波動大：單次執行的結果不能代表這顆磁碟。
more-noisy = 另有 { $workloads } 個工作負載波動大。--json 列出全部。
of-workload = { $workload }：{ $text }
rates-of-ranks = 速率是所有 rank 同時工作期間的合計；短於一秒的執行從最早開始算到最後結束。百分位涵蓋所有 rank 的 I/O。
share-of-hosts = 「占比」：占全部位元組的比例，取各工作負載的中位數。「最慢的 rank」：在每個工作負載下，該主機最慢的 rank 的速率與其他主機上各 rank 的速率中位數之比。顯示其中最低的值及其工作負載。
share-of-one-host = 「占比」：占全部位元組的比例，取各工作負載的中位數。「最慢的 rank」：在每個工作負載下，最慢的 rank 的速率與其餘 rank 的速率中位數之比。顯示其中最低的值及其工作負載。

size-of-stripes = 大小：{ $host } 的目標最小，為 { $bytes }。每個 rank 讀取目標中自己的部分。
size-of-files = 大小：{ $host } 的可用空間最少，為 { $bytes }。所有 rank 的檔案最多占其十分之一。
memory-exceeds = 沒有直接 I/O 時，已在頁面快取中的資料不從磁碟讀取。各主機中最大的記憶體為 { $memory }，多於一個 rank 的資料。

next = 下一步
next-stop-others = 停掉其他使用該磁碟的程式，再測一次。
next-longer = `{ $command }` 增加更多佇列深度、批次 fsync，以及寫日誌時的讀取測試。
next-depth = `{ $command }` 找出佇列深度超過多少之後，速率就幾乎不再提高。
next-one-host = 只在一台主機上執行 `{ $command }`，可以看到沒有其他主機時它的速度。
next-check = `{ $command }` 檢查這顆磁碟能否滿足某種應用。`fiord check` 列出全部方案。
next-commands = `{ $command }` 再次顯示本次測量，並附上 fio 指令。
next-print-commands = --commands 印出 fio 指令。
commands = 指令

page-title = 測量 { $path }
page-bandwidth = 各工作負載的吞吐量：中位數與各次執行
page-iops = 各工作負載的 IOPS：中位數與各次執行
page-p99 = 各工作負載的 p99 延遲：中位數與各次執行
page-depths = p99 延遲與 IOPS 的關係
page-along-depth = 各佇列深度的 IOPS 與 p99 延遲
