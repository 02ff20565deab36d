nothing-measured = 沒有測到任何結果。
all-passed = { $runs } 次執行的檢查全部通過。等級 A 需要分兩天共十次執行。
runs-differ = 各次執行不一致（波動）。
worst-runs = { $runs } 次執行中有 { $count } 次：{ $reason }

fewer-runs = 共 { $runs } 次執行，完成了 { $done } 次。
applies-to = { $runs } 次執行中有 { $count } 次如此。
median-interval = { $job }，{ $direction }：中位數 { $median } IOPS，{ $level }% 信賴區間 { $low } 至 { $high }（{ $runs } 次執行），離散度 { $spread }%。
median-range = { $job }，{ $direction }：中位數 { $median } IOPS，{ $runs } 次執行介於 { $low } 至 { $high } 之間，離散度 { $spread }%。{ $level }% 信賴區間需要 { $needed } 次執行。
head-run = 執行
head-grade = 等級

page-title = { $jobs }：{ $runs } 次執行
page-interval = { $job } { $direction }：中位數 { $median }，95% 信賴區間 { $low } 至 { $high }，{ $runs } 次執行。
page-no-interval = { $job } { $direction }：中位數 { $median }，執行次數太少，沒有信賴區間（{ $runs } 次執行）。
page-chart = 各次執行的速率、中位數與信賴區間
