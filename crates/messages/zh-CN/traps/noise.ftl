got = { $ddir ->
    [read] 读
    [write] 写
   *[trim] 丢弃
 }在 { $runs } 次运行中为 { $least } 到 { $most } IOPS（相差为中位数的 { $spread } %），标准差约为中位数的 { $variation } %。
two-states = 各次运行分为两组：{ $low_runs } 次接近 { $low } IOPS，{ $high_runs } 次接近 { $high } IOPS。
drift-up = 速率随运行次数上升（Spearman ρ { $rho }，p { $p }）。
drift-down = 速率随运行次数下降（Spearman ρ { $rho }，p { $p }）。
