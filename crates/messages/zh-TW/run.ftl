head-job = 工作
head-max = 最大
read = 讀取
write = 寫入
trim = 捨棄
sync = sync
mixed = 混合
more-rows = 另有 { $rows } 列；--json 會全部顯示。
few-samples = * 粗略估計：超過此百分位的 I/O 不到 100 個。
too-few-samples = - 無數值：超過此百分位的 I/O 不到 10 個。
grade = 等級 { $grade }：

rated = { $ddir ->
    [read] 限速讀取
    [write] 限速寫入
   *[trim] 限速捨棄
 }：要求每秒 { $asked } 個 I/O，達到 { $reached } 個。
rated-of-job = 工作 { $job } 的{ $ddir ->
    [read] 限速讀取
    [write] 限速寫入
   *[trim] 限速捨棄
 }：要求每秒 { $asked } 個 I/O，達到 { $reached } 個。
backlog = 積壓最多 { $most }，結束時為 { $end }。{ $late } 個 I/O 比排定時間晚開始。
backlog-unknown = 積壓情況未知。
head-latency = 延遲
service = 服務時間（從實際開始算起）
response = 回應時間（從排定開始算起）
saturated = 已飽和：積壓持續增加，回應時間的百分位沒有意義。
steady = 穩態：{ $text }
steady-of-job = 工作 { $job } 的穩態：{ $text }

interrupted = 因 { $signal } 中斷：數值只涵蓋中斷之前的部分。
a-signal = 訊號
full = --full 還會顯示 fio 的報告。

run-at-most = 第 { $run } 次執行，最多 { $runs } 次。
run-of = 第 { $run } 次執行，共 { $runs } 次。
pair-at-most = 第 { $pair } 對執行，最多 { $pairs } 對。
turns-done = 完成了 { $pairs } 對片段（每對中兩個工作各執行一小段）。
took-turns = 本次執行與另外 { $others } 次執行輪流進行，每個片段最長 0.25 秒，並等到最後一個 I/O 完成。本次執行的 I/O、延遲和時間只計佇列已滿的部分；裝置比一個片段還慢時，計整個片段。核心的磁碟和 CPU 計數器涵蓋所有這些執行。
no-turns = 沒有完成任何一對片段（每對中兩個工作各執行一小段）。
# Notes on jobs that took turns. $causes: rules with shares.
disturbed-turns = 各片段期間有其他負載：{ $causes }。信賴區間已包含其影響。
rates-together = 速率：每個值由一個工作的至少 { $turns } 個片段合併得出，因為單一片段可能沒有讀或沒有寫。
latencies-together = 延遲：每個延遲值由一個工作的至少 { $turns } 個片段合併得出，因為單一片段的 I/O 太少，無法得出 p99。
latencies-of-one = 未比較延遲，因為其中一方有多個工作，或同時有讀和寫。
latencies-too-few = 不比較延遲：至少有一個工作，即使合併其所有片段，I/O 仍太少，無法得出 p99。
pairs-done = 完成了 { $pairs } 對執行。
laying-out = 正在建立測試檔案，共 { $bytes }。
layout-took = 建立測試檔案用了 { $time }。
laid-out = 已建立 { $filled }，共 { $all }
preparing = 準備中
ramp = 暖機
left = 剩餘 { $time }
workers-waiting = { $workers } 個工作執行緒尚未啟動
p99 = p99 { $latency }
progress-of-run = 第 { $run } 次執行（共 { $runs } 次）：{ $progress }
worker-failed = 工作執行緒 { $worker }：{ $error }
worker-failed-at = 工作執行緒 { $worker }，{ $place }：{ $error }
no-more-runs = { $name } 的這個工作負載不到 { $needed } 次執行，因此此工作再執行更多次也無法判定比較結果。請用 `fiord run --repeat 6 --save NAME JOB` 重新測量 { $name }。
not-written = { $option }：{ $error }
printed-instead = { $option }：{ $error }。文件已改為直接輸出。

kept = 已儲存為執行 { $id }。用 `fiord report { $id }` 再次顯示。
not-kept = 執行未儲存：{ $error }
not-kept-here = { $error }（執行未儲存）
no-rank-not-kept = 沒有 rank 回報，因此執行未儲存。

self-cost = 使用這些選項時 fiord 本身的額外負擔（null 引擎，本機，目前）：
head-workers = 工作執行緒
head-iops-at-most = 最大 IOPS
head-cpu-per-io = 每個 I/O 的 CPU 時間
self-cost-limit = 接近這個上限的結果受限於 fiord，而不是磁碟。真正的引擎還需要系統呼叫的時間。

not-a-run = run：這些選項沒有描述任何工作；要使用 --cmdhelp、--enghelp 等 fio 選項，請移除 `run`
job-failed = --baseline、--vs：有工作失敗（見上文）；請修正後重新執行
nothing-comparable = { $name }：不含此工作的任何工作負載；請用 `fiord compare` 比較兩個結果
other-directions = --vs：兩個工作使用的方向（讀取、寫入、捨棄）不同；請使用方向相同的工作
other-job = --vs：{ $problems }
nothing-measured = run：沒有測到任何結果；請看上面的錯誤
reports-without-assert = --report：沒有可回報的斷言；請加入一個，例如 --assert 'read.p99<1ms'
one-comparison = --baseline、--vs：要求了不只一個比較；兩個選項只能擇一，而且只能用一次
limits-without-comparison = --fail-if：需要 --baseline 或 --vs；要檢驗單次執行，請用 --assert
option-of-fio = { $option }：`fiord run` 不支援；要取得 fio 的輸出，請移除 `run`，或使用 --json
repeat-one = 執行一次不算重複；請用 2 以上的值，或移除 --repeat
repeat-range = 超出範圍；請用 2 至 { $most }
repeat-number = 不是數字；請用 2 至 { $most }
layers-word = 未知的值；請用 --layers 或 --layers=all
layers-buffer = 超出範圍；請為每個 CPU 指定 4 至 1048576 KiB
interrupted-self-cost = --self-cost：已中斷；請重新執行
failed-on-null = { $job }：在 null 引擎上失敗（{ $error }）；請移除造成失敗的選項
idle-on-null = { $job }：在 null 引擎上沒有做任何 I/O；請檢查 size 與 runtime
empty-name = 名稱是空的；請指定一個詞
number-as-name = { $name }：不能當作名稱，因為數字是執行的 id；請加上一個字母
no-directory = store：$XDG_DATA_HOME 與 $HOME 都不是絕對路徑；請用 --store FILE
store-off = store：FIORD_STORE=none 關閉了結果庫，沒有儲存結果；請取消設定 FIORD_STORE，或用 --store FILE
study-store-off = store：FIORD_STORE=none 關閉了結果庫，而 `study resume` 需要結果庫；請用 --store FILE，或用 --no-store 只測量而不儲存各次執行
tag-invalid = --tag：{ $text }：不是標籤；請使用不含換行的詞
save-store-off = --save：FIORD_STORE=none 關閉了結果庫；請用 --store FILE
