block = 第 { $number } 輪開始，總時限還剩 { $seconds } 秒。

# One run in which the values take turns.
in-turns = 各個值在同一次執行中輪流測量，每段 0.25 秒，最多 { $seconds } 秒。
turns-done = 每個值完成了 { $rounds } 個片段。

effect-between = { $result }，{ $workload }，{ $metric }：影響在 { $low }% 到 { $high }% 之間。

left-removed = { $path }：已刪除；它是一次被強制結束的 try 留下的目錄。
left-not-removed = { $path }：它是一次被強制結束的 try 留下的目錄，無法刪除（{ $error }）；請手動刪除

time-chosen = 比較需要 { $blocks } 輪，每輪 { $runs } 次執行，每次 { $seconds } 秒：總時限設為 { $time }。
time-short = --time={ $given } 不夠比較：{ $blocks } 輪，每輪 { $runs } 次執行，每次 { $seconds } 秒，需要 --time={ $time }。
few-blocks = 只完成了 { $blocks } 輪，比較需要 { $needed } 輪；設定 --time={ $time }。
interrupted = 已中斷；設定已還原為原值，只比較已完成的各輪。

setting-first = { $text }：不是設定；在路徑之前寫 SETTING=VALUE,VALUE，例如 read_ahead_kb=128,4096
values-missing = { $text }：缺少值；寫成 SETTING=VALUE,VALUE
path-missing = try：缺少路徑；寫成 `fiord try SETTING=VALUE,VALUE PATH`，再寫工作的選項
setting-twice = { $name }：該設定或其某個值重複出現；每個設定和每個值只寫一次
one-value = try：只有一個值；至少寫兩個，例如 read_ahead_kb=128,4096
too-many = try：組合超過 { $most } 種；減少設定或值
no-job = try：沒有可執行的工作；加上工作的選項，例如 --rw=randread --bs=4k，或工作檔
some-without-file = try：有一個工作沒有檔案；為它加上 filename 或 directory
writes-path = { $path }：工作會寫入，但沒有指定檔案；要覆寫它，加上 --filename={ $path }，否則使用目錄
path-no-text = { $path }：不是有效的 UTF-8；請使用 UTF-8 的路徑
job-failed = try：工作失敗，原因見上文；修正後重新執行
nothing-measured = 沒有完成任何一輪（每種組合各執行一次），因此沒有可以比較的結果。
