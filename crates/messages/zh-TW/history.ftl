column-id = id
column-started = 開始
column-verb = 子指令
column-grade = 等級
column-name = 名稱
column-target = 目標
column-tags = 標籤
column-job = 工作
column-result = 結果
column-host = 主機
column-kernel = 核心
column-study = 研究
column-command = 指令
more-jobs = 另有 { $jobs } 個工作
jobs = { $jobs } 個工作
unknown = 未知

rates = { $rates } IOPS（{ $throughput }）
more-results = 另有 { $results } 項
rates-only = 只有速率（無 I/O 計數）
no-data = 沒有傳輸資料
failed-workers = { $workers } 個工作執行緒失敗
interrupted = 已中斷
study = { $runs } 次執行：fiord report study:{ $study }
check = { $runs } 次執行：fiord report { $run }
matching = { $runs } 筆記錄中有 { $shown } 筆符合條件。
shown = 共 { $runs } 筆記錄，顯示 { $shown } 筆。
deleted = 已刪除 { $runs } 次執行，保留 { $kept } 次。結果庫大小：{ $before } → { $after }。

time-invalid = { $text }：不是時間；請用日期（如 2026-11-22）、時刻（如 2026-11-22T18:40）或距今多久（如 12h、7d、3w）
grades-invalid = { $text }：不是等級；請用 A、B、C 或 D，或多個等級（如 CD）
stored-time-invalid = { $text }：不是已儲存執行的有效時間戳記

page-newest = 最新的有效執行：{ $id }，{ $name }
page-title = { $store } 中的執行
page-title-name = 名為 { $name } 的執行
page-runs = { $runs ->
    [one] 1 筆記錄。
   *[other] { $runs } 筆記錄，{ $first } 至 { $last }。
 }
