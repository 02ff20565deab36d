run-title = 重複執行的結果不一致
run-why = 其中任何一次執行都不能代表裝置的效能。
run-advice = 如果結果有漂移或分成兩群，先找出原因。然後重複十次以上（`fiord run --repeat 10`），並報告中位數及其信賴區間。
run-example = 5 次執行的讀取在 310 到 520 IOPS 之間（差距為中位數的 53%），標準差約為中位數的 23%。另一個例子：八次執行從 500 IOPS 一路降到 430 IOPS，一次比一次低。這樣的漂移可能表示磁碟逐漸寫滿或變熱，第九次很可能還會更低。

got = { $runs } 次執行的{ $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }在 { $least } 到 { $most } IOPS 之間（差距為中位數的 { $spread }%），標準差約為中位數的 { $variation }%。
two-states = 這些執行分成兩群：{ $low_runs } 次接近 { $low } IOPS，{ $high_runs } 次接近 { $high } IOPS。
drift-up = 速率逐次上升（Spearman ρ { $rho }，p { $p }）。
drift-down = 速率逐次下降（Spearman ρ { $rho }，p { $p }）。
