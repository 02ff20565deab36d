rate = 區塊大小為 { $blocks } 時，{ $bandwidth } 相當於 { $iops } IOPS。
bandwidth = 區塊大小為 { $blocks } 時，{ $iops } IOPS 相當於 { $bandwidth }。
full-queue = 始終有 { $depth } 個在途 I/O 時，{ $iops } IOPS 意味著平均延遲為 { $latency }。
blocks-agree = 頻寬 ÷ IOPS 為每個 I/O { $implied }，工作的區塊大小為 { $blocks }。
in-flight = { $iops } IOPS × 延遲 { $latency } = { $in-flight } 個在途 I/O。工作允許 { $asked } 個。
agrees = 數值相符。
filled-to = 只有佇列平均占用不超過 { $share } 時，兩個數值才能同時成立。
held-back = 在途 I/O 較少並不矛盾：工作限制了速率（rate、thinktime）。
syncs = 在途 I/O 較少並不矛盾：sync 需要時間，而 I/O 延遲不包含這段時間。
opens-files = 在途 I/O 較少並不矛盾：工作要開啟許多檔案。
other-work = 在途 I/O 較少並不矛盾：工作在各個 I/O 之間還要做別的事。
without-device = 在途 I/O 較少並不矛盾：工作的 I/O 引擎不搬移資料。
in-submit = 在途 I/O 較少並不矛盾：核心在提交時就完成緩衝 I/O，clat 不包含這段時間。

unknown-job = job={ $job }：沒有這個工作；請使用 { $jobs } 之一
job-missing = job：有多個工作；請加上 { $jobs } 之一
no-job = 找不到工作
