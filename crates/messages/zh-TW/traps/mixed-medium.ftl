run-title = 平均值掩蓋了兩群延遲
run-why = 平均值無法代表任何一群 I/O。其中一群往往來自快取。
run-advice = 不要用平均值，分別列出兩群的延遲和占比，並查明快的那一群為什麼快。
run-example = 12% 的讀取約需 6 µs，其餘約需 90 µs：每八次讀取就有一次由快取回應。

got = { $fast_share } 的{ $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }約需 { $fast_latency }，其餘約需 { $slow_latency }。
