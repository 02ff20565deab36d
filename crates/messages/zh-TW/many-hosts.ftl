no-rank-reported = 沒有 rank 回報結果。
reason-of-host = { $host } 上：{ $reason }
reason-and-rules = { $reason }關於所有 rank 的結論：{ $rules }。

ranks-on-hosts = { $hosts } 台主機上的 { $ranks } 個 rank
headline = { $hosts } 台主機上的 { $ranks } 個 rank。
headline-with-lost = { $hosts } 台主機，{ $ranks } 個 rank 中有 { $reported } 個回報結果。
headline-none = 沒有任何 rank 回報結果（共 { $ranks } 個）。
runs = { $runs } 次執行。
data = 資料：--spread={ $spread }。{ $library }。
data-shifted = 資料：--spread={ $spread }；唯讀工作讀取下一台主機上某個 rank 的資料。{ $library }。
rank-error = { $host } 上的 rank { $rank }：{ $error }
all-ranks = 所有 rank 合計：計數和直方圖相加。速率依執行時間最長的 rank 計算。

phase = 第 { $phase } 階段，共 { $phases } 個：{ $jobs }。
phase-began = 此階段在第一階段開始 { $seconds } 秒後開始。
phase-not-begun = 此階段沒有開始。
start-skew = 啟動時間差：從第一個 rank 啟動到最後一個 rank 啟動相隔 { $skew }。
head-job = 工作
head-window = 時間窗
head-seconds = 秒
window-all-at-work = 所有 rank 同時運作期間
window-first-done = 到第一個 rank 結束為止
window-deadline = 到期限
window-last-done = 到最後一個 rank 結束為止
window-wear-out = 到最後一個 rank 結束為止（wear-out）
iops-in-window = IOPS，{ $window }
megabytes-in-window = MB/s，{ $window }

even-workers = --wear-out：{ $job } 的各工作執行緒傳輸的總位元組數相同，均為 { $bytes } 位元組。
uneven-workers = --wear-out：{ $job } 的各工作執行緒傳輸的總位元組數介於 { $least } 到 { $most } 之間。
as-many-as-farthest = 到期限為止，最快的工作執行緒已達到這個總量。
farthest = 到期限為止，最快的工作執行緒已傳輸 { $bytes } 位元組。
unfinished = 期限之後，工作執行緒未能完成剩餘的部分。
readers = 工作 { $readers } 只讀取 { $job } 已寫入的部分。

head-rank = rank
head-host = 主機
head-share = 占比
head-of-others = 與其餘相比
head-start = 開始
head-end = 結束
straggler = 落後
more-ranks = 每個工作另有 { $ranks } 個 rank。--json 顯示全部。
times = 每個 rank 的速率依其自身的執行時間計算。開始和結束時間從約定的啟動時刻起算，以 rank 0 的時鐘為準。
times-of-phase = 每個 rank 的速率依其自身的執行時間計算。開始和結束時間從約定的階段啟動時刻起算，以 rank 0 的時鐘為準。

lost-ranks = 這些 rank 沒有回報結果，以上數值不包含它們。下表是它們從約定的啟動時刻到最後一次心跳的 I/O 數和位元組數：
head-heard = 最後心跳
head-bytes = 位元組

clocks = 與 rank 0 的時鐘偏差：{ $clocks }。每個偏差的誤差不超過其 ping 的一半，最差為 { $uncertainty }。
clock = rank { $rank } { $offset }（ping { $ping }）
clock-with-drift = rank { $rank } { $offset }（ping { $ping }，到結束時漂移 { $drift }）

hosts-alike = 就已知的資訊而言，各主機沒有差異。
hosts-differ = 各主機的差異（{ $hosts }）：
difference = { $property }：{ $values }

one-number-of-each = 每次執行算一個樣本：速率是所有 rank 在同一時間窗內的合計，百分位取自所有 rank 的 I/O。中位數的 { $level }% 信賴區間需要 { $needed } 次執行。
cut-short = 執行 { $run } 提前結束，其數值只在這裡顯示：
head-runs = 執行次數
head-mean = 平均
head-median = 中位數
head-low = 信賴下限
head-high = 信賴上限
head-spread = 離散度
head-last-done = 到最後一個 rank 結束為止的 IOPS

page-title = { $jobs } 在 { $hosts } 台主機上的執行
page-all-ranks = 所有 rank 合計，依執行時間最長的 rank 計算
page-each-rank = 各 rank，依其自身的執行時間計算
page-answer = { $job }：所有 rank 都在運作時為 { $bandwidth }，{ $iops }。
page-lost = 缺少 { $host } 上的 rank { $rank }。{ $reason }
page-chart = 各 rank 的吞吐量，依其自身的執行時間計算
page-rank = rank { $rank } { $host }
