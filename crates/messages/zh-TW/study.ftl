plan-cells = 組合
plan-runs = 執行次數
plan-order = 順序
plan-between = 每次執行之前
plan-settings = 核心設定
plan-time = 時間
plan-writes = 寫入
plan-space = 空間
plan-endurance = 寫入壽命
runs-of-each = { $runs } 次：每個組合 { $each } 次
runs-until-precise = { $runs } 次：每個組合 { $least } 至 { $most } 次，直到中位數的 95% 信賴區間縮小到 ± { $half_width } 以內
order = { $order }，分輪進行，每輪每個組合執行一次
time-at-most = 最多 { $time }（不含建立測試檔案）
time-unknown = 未知（執行到規定的位元組數才結束，所需時間取決於磁碟）
writes-nothing = 不寫入（不含建立測試檔案）
writes-at-most = 最多 { $bytes }（不含建立測試檔案）
writes-unknown = 未知，取決於磁碟的速度（不含建立測試檔案）
space-none = 不占用（這些 I/O 引擎不需要檔案）
endurance-share = 最多占 { $endurance } TB 的 { $share }
endurance-unknown = 未知
endurance-not-given = 未知（以 --tbw 指定額定寫入壽命）

column-id = id
column-begun = 開始時間
column-state = 狀態
column-name = 名稱
column-runs = 執行次數
column-target = 目標
builtin-studies = fiord 內建的研究
recipes = `fiord check NAME PATH` 檢查磁碟能否勝任某種應用，可用的方案：{ $recipes }。

subject-target = 目標：{ $target }。
subject-study = 研究 { $study }。
subject-seed = 種子 { $seed }。
subject-hosts = 由 { $hosts } 測量。
hosts-rates = 速率是所有 rank 同時工作期間的合計，百分位涵蓋所有 rank 的 I/O（docs/many-hosts.md）。
column-median = 中位數
column-interval = 95% 區間
column-closed-form = 解析值
published-table = [{ $place }] { $table }：公布的 MB/s 值。
published-note = 公布的數值來自其他磁碟的單次執行，條件見報告（docs/studies.md）。fiord 不拿來比較。
more-findings = 另有 { $findings } 項結論（見 --json）。
caveats = 注意事項
no-interval = 一個組合至少執行六次才有信賴區間。
repeat = 重做：{ $command }

making-files = 正在建立測試檔案，共 { $bytes }。
making-files-each = 每個 rank 正在建立測試檔案，各 { $bytes }。
tracing-cells = { $cells ->
    [one] 正在為 1 個組合做一次帶追蹤的執行。
   *[other] 正在為 { $cells } 個組合各做一次帶追蹤的執行。
 }
block-begun = 第 { $block } 輪開始，已完成 { $runs } 次執行。
block-begun-time-left = 第 { $block } 輪開始，已完成 { $runs } 次執行，剩餘 { $left }。
block-cell = 第 { $block } 輪：{ $cell }
running = 第 { $block } 輪，{ $cell }，{ $seconds } 秒。
running-time-left = 剩餘 { $left }。第 { $block } 輪，{ $cell }，{ $seconds } 秒。
cell-done = { $cell }：{ $median }，執行 { $runs } 次
cell-wide = { $cell }：{ $median }，執行 { $runs } 次，精確度低於要求
cell-failed = { $cell }：失敗，執行 { $runs } 次
cell-failed-after = { $cell }：{ $median }，執行 { $runs } 次，至少一次失敗
interrupted = 已中斷。完成的執行已儲存。
interrupted-nothing-kept = 已中斷。沒有儲存任何內容。
interrupted-before = 還沒開始測量就已中斷。沒有留下檔案。
ended-early = 提前結束。完成的執行已儲存。
ended-early-nothing-kept = 提前結束。沒有儲存任何內容。
budget-spent = { $budget ->
    [time] 時間
   *[written] 寫入量
 }預算已用完。
continue = 執行 `{ $command }` 可繼續。
continue-with-time = 要繼續，請執行 `{ $command } --time=TIME`，為全部執行指定更長的總時限。
survey-over-hosts = { $does ->
    [reads] 由 { $hosts } 測量，約 { $seconds } 秒。每個 rank 只讀取。
   *[writes] 由 { $hosts } 測量，約 { $seconds } 秒。每個 rank 建立一個隨機資料檔。
 }
cut-off = 完成的執行已儲存。以 `mpirun … fiord study resume --hosts` 繼續，每台主機上的 rank 數須與原來相同。`fiord study list` 列出所有研究。

verified-study = 研究 { $study }
verified-summaries = 各組合的中位數或區間，重新計算的值與儲存的不一致。
verified-finding = 依儲存的數值是「{ $stored }」，依記錄卻是「{ $recomputed }」

time-unreadable = `{ $text }`：不是時間；請寫成 90、90s、5m 或 2h 這樣的形式
time-outside = { $seconds } 秒：不在 5 秒至 24 小時之間；請使用此範圍內的時間
not-with-hosts = { $option }：不能與 --hosts 同時使用；請移除 --hosts，在單一主機上執行研究
survey-needs-path = survey：沒有指定路徑；請指定目錄、檔案或區塊裝置
settings-need-target = 含核心設定的研究需要目標：請加上該磁碟上的目錄、檔案或裝置
settings-of-one-host = setting：核心設定不能與 --hosts 併用；在一台主機上執行研究
survey-option = survey：不支援 --spec、--slo 和 --allow-destroy；請移除，或使用加上 --spec 的 `fiord study run data-sheet`
no-such-study = { $study }：{ $store } 中沒有這個研究；`fiord study list` 列出所有研究
all-studies-ended = study resume：{ $store } 中的研究都已結束；請以 `fiord study run` 開始一個
begun-by-hosts = 研究 { $study }：由 { $hosts } 開始；請以同樣數量的 rank 繼續：`mpirun … fiord study resume --hosts { $study }`
begun-on-one-machine = 研究 { $study }：在單一主機上開始；請以 `fiord study resume { $study }` 繼續，不加 --hosts
begun-by-other-hosts = 研究 { $study }：由 { $before } 開始，現在由 { $now } 執行；請在同樣數量的主機上啟動同樣數量的 rank
begun-with-spread = --spread：研究 { $study } 開始時為 --spread={ $spread }；請移除 --spread
study-has-mistakes = 研究 { $study }：定義有錯誤；請修正
settings-unreadable = 研究 { $study }：無法讀取其設定
misspelt-study = { $problem }；是不是要用研究 { $near }？
unknown-study = { $problem }；`fiord study list` 列出 fiord 內建的研究
machine-changed = 工作 { $job }：{ $option } 會在執行期間更改主機，同一主機上的 rank 會互相干擾；請移除，或在研究開始前先在每台主機上改好該設定
simulated-over-hosts = 工作 { $job }：ioengine=sim 使用虛擬時間，而各主機沒有共同的虛擬時間；請改用其他 I/O 引擎
spread-in-directory = --spread={ $spread }：在目錄中每個 rank 建立自己的檔案；請移除 --spread，或指定檔案或裝置
spread-of-one-file = --spread=files：目標是單一檔案或裝置；請指定目錄，或使用 --spread=stripes
rank-without-file = rank 0 有測試檔案，而本 rank 沒有

titled = { $name }：{ $title }
no-finding = 尚無結論。
not-settled = { $comparisons ->
    [one] 唯一的一項比較尚未判定。
   *[other] 全部 { $comparisons } 項比較都尚未判定。
 }
page-subject = 研究 { $study }，{ $target }，種子 { $seed }。
page-subject-unstored = 未儲存。{ $target }，種子 { $seed }。
simulated-device = 模擬裝置
findings = 結論
page-more-findings = 另有 { $findings } 項結論
column-cell = 組合
begun-by = 開始時的指令：
commands = 每個組合的指令
run-ids = 每個組合的執行（id）
column-found = 結論
column-severity = 嚴重程度
count-of = { $count } / { $all }
all-runs = 全部執行（{ $runs } 次）。`fiord report ID` 顯示其中一次。
column-run = 執行
column-block = 輪次
column-grade = 等級
column-result = 結果
column-findings = 結論
numbers = 數值

survey-no-spread = --spread：survey 不支援，因為分布方式由目標決定（目錄用 files，檔案或裝置用 stripes）；請移除 --spread
survey-no-layers = --layers：不能與 --hosts 同時使用；請移除，或在單一主機上測量，不加 --hosts
survey-no-metrics = --metrics：不能與 --hosts 同時使用，因為 metrics 只涵蓋一台主機；請使用 --json，或在單一主機上測量，不加 --hosts
survey-stale-file = { $path } 是一次遭強制終止的 survey 留下的。請刪除。
survey-begun = 開始測量，約 { $seconds } 秒：正在建立隨機資料檔。
survey-making = 正在建立隨機資料檔。
survey-written-too-little = survey：{ $seconds } 秒內只寫入了 { $size } MiB；請設定更長的 --time
survey-rank-wrote-too-little = { $host } 上的 rank { $rank } 的檔案應為 { $size } MiB，只寫入了 { $written } MiB。
survey-rank-wrote-too-little-in-time = { $host } 上的 rank { $rank } 的檔案應為 { $size } MiB，只寫入了 { $written } MiB。請設定更長的 --time。
survey-mixed-targets = { $host } 和 { $other }：兩個目標中只有一個是目錄；請在所有主機上都指定目錄，或都指定檔案或裝置
survey-least-free = { $host } 的可用空間最少，{ $ranks } 個 rank 共有 { $free }
survey-least-size = { $host } 的目標最小，{ $ranks } 個 rank 共有 { $size }，而每個 rank 至少需要 { $stripe } MiB 的條帶；請指定更大的目標，或指定目錄

not-measured = 未測量
heading-not-measured = 未測量
unmeasured-failed = 有一次執行失敗
unmeasured-no-value = 各次執行的 I/O 太少，無法得出該指標
unmeasured-time = 時間用完
unmeasured-written = 寫入量預算用完
unmeasured-ended = 沒有執行

state-open = 未完成
state-done = 已完成
state-stopped = 已停止
cells-in-turns = { $cells } 個組合輪流執行
run-failed = { $cell }：執行 { $run } 失敗：{ $error }
no-turns = order = "in-turns"：組合 { $cell }：不支援與 `{ $option }` 一起使用；請使用 order = "random"，或移除 sweep 的 --in-turns
no-turns-runtime = order = "in-turns"：組合 { $cell }：其 runtime 與第一個組合不同；請讓所有組合使用相同的 runtime，或使用 order = "random"
no-turns-with = order = "in-turns"：不支援與 `{ $with }` 一起使用；請使用 order = "random"
cell-of-part = { $part }：{ $cell }
law-greedy = greedy 垃圾回收的解析式：A = N ÷ (N − X)，其中 A 是寫入放大，N 是一個超級區塊的頁數，X 滿足 Σ 1/x ÷ (N − X) = α ÷ N（x 從 X + 1 到 N；Desnoyers，ACM Transactions on Storage 10(2)，2014）。α = T ÷ U，T 是快閃記憶體的頁數，U 是主機所覆寫的頁數。T 不包括磁碟機保留的空閒區塊，也不包括主機不覆寫的資料所占的頁。
law-fifo = fifo 的解析式：A = 1 ÷ (1 − e^(−α ÷ A))，其中 A 是寫入放大，α 是快閃記憶體的頁數 ÷ 被覆寫的頁數（Desnoyers，ACM Transactions on Storage 10(2)，2014；Xiang 與 Kurkoski，arXiv:1110.4245）。
law-random = 隨機選擇回收區塊的解析式：A = α ÷ (α − 1)，其中 A 是寫入放大，α 是快閃記憶體的頁數 ÷ 被覆寫的頁數。
law-fresh = 全新磁碟機每秒寫入頁數的解析式：plane 數 ÷ tPROG。
law-steady = 穩態下每秒寫入頁數的解析式：plane 數 ÷ (A tPROG + (A − 1) tR + A tBERS ÷ 每區塊頁數)。
law-reads = 隨機讀取的解析式：等長讀取分布於各 plane 的均值分析（Reiser 與 Lavenberg，Journal of the ACM 27(2)，1980）。
law-arm = 磁碟隨機讀取的解析式：1 ÷ (s + 8/15 (S − s) √d + 半圈旋轉 + 傳輸)，s 和 S 是相鄰磁軌和全程的尋軌時間，d 是所用區域占磁碟的比例（尋軌曲線：Ruemmler 與 Wilkes，IEEE Computer 27(3)，1994）。
law-track = 磁碟循序讀取的解析式：外圈磁軌的速率。
law-life = 壽命的解析式：P/E 次數 × 參與耗損的快閃記憶體 ÷ A。有靜態耗損平均時，所有區塊都參與；否則只有備用區塊和資料遭覆寫的區塊參與。每個區塊能承受額定次數的 90% 到 110%；損壞的區塊與備用區塊一樣多時，磁碟機的壽命結束。解析值是上限：不計耗損平均造成的複製、剩餘的耗損差異，以及備用區塊損壞後 A 的上升。
