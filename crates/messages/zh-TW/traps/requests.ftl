run-title = 裝置的請求和工作的 I/O 不一致
run-why = 工作的 IOPS 和延遲是以工作的 I/O 計算。裝置處理的請求可能更大而較少，或更小而較多。
run-advice = 使用吞吐量，或以裝置實際的請求大小比較 IOPS。
run-example = rw=write、bs=4k、緩衝 I/O：262,144 次寫入到達 sda 時，是 8,192 個 128 KiB 的請求。

why-read-ahead = 吞吐量是磁碟的，延遲卻是記憶體的。IOPS 由吞吐量和區塊大小決定。
advice-read-ahead = 只使用吞吐量。要得到磁碟的延遲和 IOPS，設定 direct=1。

reached = { $issued } 次{ $ddir ->
    [read] 讀取
   *[write] 寫入
 }到達 { $devices } 時，是 { $requests } 個 { $size } 的請求。
read-ahead = 核心做了預讀：平均一個裝置請求就取回 { $factor } 次讀取的資料。大部分的讀取由頁面快取回應。
split = 平均每個 I/O 拆成 { $factor } 個請求。
merged = 平均 { $factor } 個 I/O 合併成一個請求。
scattered = 檔案很零碎，共有 { $extents } 個 extent。
advice-scattered = 用 `fiord prepare FILE --size …` 重新建立檔案，減少 extent 的數量。
