machine-title = 緩衝寫入的回寫限流
machine-why = 回寫限流會放慢背景寫入，讓讀取延遲接近目標值。混合讀寫的緩衝工作測到的是限流。
machine-advice = 執行混合讀寫的緩衝工作前，把 queue/wbt_lat_usec 設為 0。直接 I/O 不受影響。
machine-example = vda 的回寫限流目標為 75 ms。

on = { $device } 的回寫限流目標為 { $latency }。
off = { $device } 的回寫限流已關閉。
