heading-recipes = 方案
recipe = { $title }（{ $expected }）
no-threshold = 沒有門檻值，只列出數值
list-hint = `fiord check NAME DIRECTORY` 執行一項檢查。方案也可以是檔案（docs/checks.md）。

pass = 通過
good-enough = 這顆磁碟符合 { $recipe } 的需求。
simulated-good-enough = 模擬裝置符合 { $recipe } 的需求。
fail = 未通過
not-good-enough = 這顆磁碟不符合 { $recipe } 的需求。
simulated-not-good-enough = 模擬裝置不符合 { $recipe } 的需求。
undecided = 未定
threshold-in-interval = { $recipe }：有一個門檻值落在信賴區間內。
too-few-runs = { $recipe }：執行次數太少，無法給出信賴區間。
no-verdict = 不作判定
not-measurable = 無法測出是否適合 { $recipe }。{ $reason }
measured = 已測量
no-published-threshold = { $recipe } 沒有公開的門檻值。用 --need 或 --expect 自行設定。
more-runs = 再執行約 { $runs } 次或可判定。
no-more-runs = 再增加執行次數（在合理範圍內）也無法判定。
repeat-whole = 請重新檢查，並讓它執行到結束。
repeat-with-most = 請加上 --most { $most } 再次檢查。
interrupted = 已中斷
interrupted-numbers = 數值來自中斷之前的執行。

title = { $title }。
runs-on = 在 { $target } 上執行 { $runs } 次。
runs-simulated = 在模擬裝置上執行 { $runs } 次。
written = 每次執行約寫入 { $bytes }。
written-range = 每次執行寫入 { $low } 至 { $high }，中位數為 { $middle }。
written-before = 每次執行前，`{ $step }` 寫入 { $bytes }。

column-number = 指標
column-median = 中位數
column-interval = 95% 區間
column-expected = 預期
column-runs = 次數
some-runs = { $runs } 次中 { $with } 次
label-threshold = 門檻值
label-load = 工作負載
threshold = { $expectation }：{ $source }
dated = { $source }（{ $date }）
heading-limits = 原測試的侷限
heading-evidence = 證據
last-run = 最後一次執行：{ $verdict }
disturbed-runs = { $runs } 次執行無效，其中一次的原因：{ $reason }
stored = 已存入結果庫，編號 { $first } 到 { $last }。`fiord report { $last }` 顯示最後一次執行。
stored-apart = 已存為執行 { $runs }。`fiord report { $last }` 顯示最後一次執行。
stored-one = 已存入結果庫，編號 { $run }。`fiord report { $run }` 顯示該次執行。
heading-load = 工作負載
before-runs = 每次執行之前：{ $steps }（docs/studies.md）。
repeat = 再次檢查：{ $command }

state-pass = 通過
state-fail = 未通過
state-undecided = 未定
state-not-measurable = 無法測量
number-missing = 未測得 { $number }。
number = { $number } 為 { $median }（{ $runs } 次執行，無信賴區間）。
number-interval = { $number } 為 { $median }（95% 信賴區間 { $low } 到 { $high }，{ $runs } 次執行）。
expected = 預期：{ $threshold }。
too-close = 門檻值落在信賴區間內。
too-close-by = 區間寬度為中位數的 { $width }，門檻值與中位數之差為中位數的 { $distance }。
number-not-measurable = { $expectation } 無法測量。{ $reason }

making-files = 正在建立 { $bytes } 的測試檔案。
progress = 第 { $run } 次執行（最少 { $least } 次，最多 { $most } 次）
progress-left = 剩餘 { $time }：第 { $run } 次執行（最少 { $least } 次，最多 { $most } 次）

report-kind-unknown = --report={ $kind }：沒有這種報告；使用 junit:FILE、github 或 github:FILE
no-such-recipe = { $error }；`fiord check` 列出 fiord 內建的方案
no-such-recipe-near = { $error }；是不是要用方案 { $near }？
interrupted-early = check：第一次執行完成之前已中斷
without-quick = 去掉 --quick 可延長每次執行。
with-thorough = 使用 --thorough 可延長每次執行。
no-target = check { $recipe }：缺少目錄、檔案或裝置；請用 `fiord check { $recipe } DIRECTORY`

meaning-commits = 單一連線每秒約可提交 1/p50 = { $rate } 次。
meaning-commits-measured = 單一連線平均每秒提交 { $measured } 次。如果每次提交的延遲都等於中位數，則每秒可提交 1/p50 = { $rate } 次。較慢的提交和兩次提交之間的時間會拉低平均值。
meaning-some-runs = 不顯示 { $number }：執行 { $runs } 次中只有 { $with } 次（往往是較快的）有足夠的 I/O 得出此指標。
meaning-no-run = 不顯示 { $number }：{ $runs } 次執行都沒有足夠的延遲樣本得出此百分位數。
meaning-pooled = 把所有執行的全部延遲樣本合在一起，{ $number } 為 { $value }。合併後的值沒有信賴區間。
meaning-stall = p99 為 { $time }：每 100 次提交中有 1 次更慢，這就是使用者感受到的停頓。
meaning-rate = 在這個負載下，磁碟提供 { $rate }（{ $number }）。
meaning-tail = { $operation ->
    [read] 每 { $count } 次讀取中有 1 次超過 { $time }（{ $name }）。
    [write] 每 { $count } 次寫入中有 1 次超過 { $time }（{ $name }）。
    [trim] 每 { $count } 次捨棄中有 1 次超過 { $time }（{ $name }）。
    [sync] 每 { $count } 次同步中有 1 次超過 { $time }（{ $name }）。
   *[io] 每 { $count } 次 I/O 中有 1 次超過 { $time }（{ $name }）。
 }
meaning-tail-of-job = { $operation ->
    [read] { $job }：每 { $count } 次讀取中有 1 次超過 { $time }（{ $name }）。
    [write] { $job }：每 { $count } 次寫入中有 1 次超過 { $time }（{ $name }）。
    [trim] { $job }：每 { $count } 次捨棄中有 1 次超過 { $time }（{ $name }）。
    [sync] { $job }：每 { $count } 次同步中有 1 次超過 { $time }（{ $name }）。
   *[io] { $job }：每 { $count } 次 I/O 中有 1 次超過 { $time }（{ $name }）。
 }
no-counted-result = { $file } 中沒有含 I/O 計數的執行，因此沒有可判定的百分位。
other-workload = 該結果的工作負載與 { $recipe } 不同（rw、bs、iodepth、numjobs、ioengine、direct、sync、rate、同時執行的工作或其他選項不一致）。
recipes-beginning = { $name }：不是方案；請使用下列方案之一：{ $recipes }

page-title = 檢查 { $recipe }：{ $target }
page-title-simulated = 在模擬裝置上檢查 { $recipe }
page-run = 執行 { $run }
page-run-not-kept = 未儲存
page-not-counted = 不計入：{ $reason }
page-sources = 來源
column-grade = 等級
runs-missing = 結果庫中缺少此檢查的 { $runs } 次執行。以下數值來自其餘執行。
slo-without = { $option }：不能與 --slo 一起使用；請移除
slo-needs-load = { $expectation }：使用 --slo 時，--need 和 --expect 只接受速率（每秒至少 N 次 I/O 或提交）；請用 --need commits=500/s 或 iops=5k，延遲的限值請用 --slo 設定
no-recipe-in-notebook = { $name }：不是 fiord 的方案；`fiord check` 列出所有方案
