disk-table = { $issued } 次{ $moves ->
    [read] 讀取
    [direct-read] 直接讀取
   *[write] 寫入
 }共傳輸 { $size }，但 fio 的磁碟統計顯示，{ $devices } 只有 { $requests } 個請求。
median-below-floor = 一半的讀取耗時不到 { $latency }。除 Optane 外，沒有這麼快的磁碟：資料來自記憶體或快取。
mean-below-floor = 讀取平均耗時 { $latency }。除 Optane 外，沒有這麼快的磁碟：資料來自記憶體或快取。
