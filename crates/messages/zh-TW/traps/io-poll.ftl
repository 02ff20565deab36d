machine-title = 輪詢 I/O 缺少輪詢佇列
machine-why = 使用 hipri 的工作（io_uring、pvsync2）會等待中斷或直接失敗，因此看不出輪詢的好處。
machine-advice = 以 nvme.poll_queues=N 開機。核心低於 5.16 時，還要把 queue/io_poll 設為 1。
machine-example = nvme0n1 無法輪詢：驅動程式沒有輪詢佇列。

no-poll-queues = { $device } 無法輪詢：驅動程式沒有輪詢佇列。
off = { $device } 無法輪詢：queue/io_poll 為 0。
can-poll = { $device } 可以輪詢。
unknown = 不確定 { $device } 能否輪詢。
