plan-title = 速率受限於自身的 I/O（coordinated omission）
plan-why = 只要一個 I/O 變慢，下一個 I/O 就會延後開始，而它的延遲不包含這段等待。最糟的時刻因此只計入一次（coordinated omission，協調遺漏）。
plan-advice = 改用非同步引擎，並把 iodepth 設得遠大於速率 × 延遲。請看回應時間（從排定的開始時間算起），`fiord run` 會把它和 fio 的延遲並列。
plan-example =
    fio --name=t --filename=warm --direct=1 --rw=randread --bs=4k --size=2G --rate_iops=1000
    在途 I/O 只有一個，這個 I/O 沒完成，下一個就無法開始。

run-title = 限速的工作未能按排程送出 I/O
run-why = fio 的延遲從 I/O 實際開始時算起，不是從排定的開始時間算起。用同樣速率存取的用戶端要等多久，這個延遲看不出來。
run-advice = 使用回應時間（從排定的開始時間算起），或把速率設為工作跟得上的值。
run-example = rate_iops=10000，但裝置只有 4,000 IOPS：clat 是 250 µs，用戶端卻要等好幾分鐘。

rate-ios = 每秒 { $ios } 次{ $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 }
rate-bytes = { $ddir ->
    [read] 讀取
    [write] 寫入
   *[trim] 捨棄
 } { $bytes }/s
planned = 工作要求的速率為{ $rates }，在途 I/O 最多 { $depth } 個。如果不夠，I/O 會延後開始，而 fio 的延遲看不出這段等待。
saturated = 工作要求 { $asked } IOPS，只達到 { $reached } IOPS。積壓增加到 { $backlog }，因此回應時間沒有穩定的值。
late = 工作要求 { $asked } IOPS，達到 { $reached } IOPS，但 I/O 延後開始。
percentiles = 延遲的 p99：從排定的開始時間算起為 { $response }，從實際開始算起為 { $service }。
