machine-title = 預讀過大
machine-why = 緩衝 I/O 循序讀取時，核心會預讀這麼多資料，隨機讀取有時也會。這時吞吐量是大請求的吞吐量，磁碟讀取的資料也比工作要求的多。
machine-advice = 把 read_ahead_kb 設為 128（核心預設值）；只測磁碟本身時設為 0。直接 I/O 不受影響。
machine-example = 某個雲端映像檔：vda 的預讀為 8192 KiB。

unknown = { $device } 的預讀不明。
of-mount = 這個掛載點上的檔案預讀為 { $kib } KiB。
usual = { $device } 的預讀為 { $kib } KiB。
off = { $device } 的預讀已關閉。
by-stripe = { $device } 的預讀為 { $kib } KiB，是裝置最佳 I/O 大小的兩倍。
large = { $device } 的預讀為 { $kib } KiB，是預設值的 { $times } 倍。

why-off = 緩衝 I/O 循序讀取時，每讀一個區塊都要等待磁碟。

advice-off = 把 queue/read_ahead_kb 設為 { $default }。
advice-by-stripe = 不必修改；只測磁碟本身時，把 queue/read_ahead_kb 設為 0。直接 I/O 不受影響。
advice-of-mount = 設定 direct=1：預讀不影響直接 I/O。
