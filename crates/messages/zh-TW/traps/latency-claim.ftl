run-title = 延遲的單位寫錯
run-why = fio 每一行用的單位可能不同。只抄數值、不抄單位，可能差到 1000 倍。
run-advice = 以 fio 延遲那一行開頭的單位為準，並更正內文。
run-example =
    fiord import report.md
    第 816 行寫的延遲是 7 到 10 µs，但這些執行的平均延遲是 10.3 ms。

given = 第 { $line } 行寫的延遲是 { $latency }，但文中沒有任何一次執行是這個延遲。有一次執行的平均延遲是 { $measured }：數值差不多，單位卻是前者的 { $factor } 倍。
given-range = 第 { $line } 行寫的延遲是 { $low } 到 { $high }，但文中沒有任何一次執行是這個延遲。有一次執行的平均延遲是 { $measured }：數值接近這個範圍，單位卻是前者的 { $factor } 倍。
