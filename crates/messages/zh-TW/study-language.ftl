not-a-key-of-study = `{ $name }` 不是研究的鍵
not-a-key-of-recipe = `{ $name }` 不是方案的鍵
not-a-key = `{ $name }` 不是 { $table } 的鍵
not-a-job = `{ $name }` 不是本研究的工作
not-a-factor = `{ $name }` 不是本研究的因子
not-a-level = `{ $name }` 不是 { $factor } 的水準
not-a-step = `{ $name }` 不是兩次執行之間的步驟
not-a-value = `{ $name }` 不是 { $key } 的值
not-a-kernel-setting = `{ $name }` 不是 fiord 能設定並還原的核心設定
not-an-option = `{ $name }` 不是 fio 的選項
help-near = 是不是要寫 `{ $near }`？
help-known = 可用的有：{ $known }

not-in-study = { $name }：研究中不允許使用
help-target = 請在執行研究時指定目標
help-job-names = 請在 [jobs.NAME] 中寫出每個工作的名稱
help-seed = 每次執行都有自己的種子，由研究的種子導出
help-own-command = 研究不能設定命令列選項；單一工作請執行 `{ $command }`
not-supported = { $name }：不支援

not-a-scalar = { $key }：應為字串、數字、true 或 false
not-a-text = { $key }：應為加引號的字串
not-a-truth = { $key }：應為 true 或 false
not-a-whole-number = { $key }：應為不小於 { $least } 的整數
not-a-share = { $key }：應為比例，例如 0.05 或 "5%"
not-a-time = { $key }：應為時間，例如 "15m"
not-a-size = { $key }：應為大小，例如 "100G"
not-a-table = { $key }：應為一個表格
not-tables = { $key }：應為表格陣列 [[{ $key }]]
name-missing = 缺少 `name`；應為一個詞，例如 "read-depth"
report-missing = 缺少 `report`；應為報告的名稱
expectation-missing = 缺少 `that`；請寫一個預期條件，例如 "read.p99<1ms"

level-twice = factors.{ $factor }：水準 { $level } 列了兩次
levels-missing = factors.{ $factor }：應為水準清單，或一個範圍，例如 "4k..1m"
levels-count = factors.{ $factor }：應有 1 至 { $most } 個水準
not-a-range = factors.{ $factor }={ $range }：應為範圍，例如 "4k..1m"，或清單
setting-values = setting.{ $name }：應為若干個不同的值，例如 ["128", "4096"]
setting-twice = setting.{ $name }：已有同名的因子或設定；改名或刪除其中一個
level-empty = factors.{ $factor }：有一個水準沒有任何選項
help-level-empty = 請加上選項或 jobs
not-two-levels = compare.{ $factor }：應為兩個水準，["one", "other"]
not-lines = published.lines={ $lines }：應為行號範圍，例如 "165-182"
stop-no-effect = 已有 stop.repeats，stop.{ $key } 不起作用
help-stop = 請移除其中一個
no-interval = stop：{ $least } 至 { $most } 次執行太少，得不出 95% 信賴區間
help-more-runs = 請允許 10 次以上的執行
too-many-runs = { $key }={ $runs }：每個組合最多執行 { $most } 次
expectation-wrong = expect.that={ $problem }
measures-wrong = measures={ $problem }
nothing-measured = 沒有預期條件，也沒有要測量的指標
help-measures = 請加上 [[expect]] 和 that = "read.p99<1ms"，或 measures = ["read.p99"]
all-excluded = 所有組合都已排除；請移除 exclude 中的一項
no-measured-job = 組合 { $cell }：沒有要測量的工作

commit-wrong = commit={ $text }：不是提交延遲的中位數；請使用 sync.p50 或 write.p50
