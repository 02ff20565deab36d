run-title = 各次重复运行的结果不一致
run-why = 其中任何单次运行都不能代表该设备的性能。
run-advice = 如果结果有漂移或分为两组，先找出原因。然后重复十次以上（`fiord run --repeat 10`），报告中位数及其置信区间。
run-example = 5 次运行的读在 310 到 520 IOPS 之间（差距为中位数的 53%），标准差约为中位数的 23%。另一个例子：8 次运行从 500 IOPS 逐次降到 430 IOPS。这样的漂移可能说明磁盘逐渐写满或升温，第九次很可能还会更低。

got = { $runs } 次运行的{ $ddir ->
    [read] 读
    [write] 写
   *[trim] 丢弃
 }在 { $least } 到 { $most } IOPS 之间（差距为中位数的 { $spread }%），标准差约为中位数的 { $variation }%。
two-states = 各次运行分为两组：{ $low_runs } 次接近 { $low } IOPS，{ $high_runs } 次接近 { $high } IOPS。
drift-up = 速率逐次上升（Spearman ρ { $rho }，p { $p }）。
drift-down = 速率逐次下降（Spearman ρ { $rho }，p { $p }）。
