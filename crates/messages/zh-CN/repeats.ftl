nothing-measured = 没有测到任何结果。
all-passed = { $runs } 次运行的检查全部通过。等级 A 需要分两天共十次运行。
runs-differ = 各次运行不一致（波动）。
worst-runs = { $runs } 次运行中有 { $count } 次：{ $reason }

fewer-runs = 共 { $runs } 次运行，完成了 { $done } 次。
applies-to = { $runs } 次运行中有 { $count } 次如此。
median-interval = { $job }，{ $direction }：中位数 { $median } IOPS，{ $level }% 置信区间 { $low } 至 { $high }（{ $runs } 次运行），离散度 { $spread }%。
median-range = { $job }，{ $direction }：中位数 { $median } IOPS，{ $runs } 次运行在 { $low } 至 { $high } 之间，离散度 { $spread }%。得出 { $level }% 置信区间需要 { $needed } 次运行。
head-run = 运行
head-grade = 等级

page-title = { $jobs }：{ $runs } 次运行
page-interval = { $job } { $direction }：中位数 { $median }，95% 置信区间 { $low } 至 { $high }，{ $runs } 次运行。
page-no-interval = { $job } { $direction }：中位数 { $median }，运行次数太少，没有置信区间（{ $runs } 次运行）。
page-chart = 各次运行的速率、中位数和置信区间
