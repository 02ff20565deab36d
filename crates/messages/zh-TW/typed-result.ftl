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

# 手動輸入的結果或已發布結果中的數字有什麼錯誤。
no-value = `{ $pair }`：應為 key=value，例如 iops=6164,lat=10ms
no-rate = `{ $text }`：應有速率（iops= 或 bw=）
key-twice = `{ $key }` 出現了兩次
key-near = 未知的 `{ $key }`；是不是 `{ $near }`？（可用：{ $allowed }）
key-unknown = 未知的 `{ $key }`；請使用 { $allowed } 之一
not-iops = `{ $text }`：應為每秒 I/O 數，例如 6164、18.9k 或 4312+1852
not-bandwidth = `{ $text }`：應為頻寬，例如 2200MB/s、16.8MiB/s 或 800Mbit/s
not-latency = `{ $text }`：應為帶單位的延遲，例如 464us、10ms 或 7-10us
