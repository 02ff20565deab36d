run-title = 停頓
run-why = 平均值掩蓋了每個用戶端都會碰到的停頓。可能的原因有垃圾回收、沖刷、過熱降速，或以固定時間窗計數的限速器。
run-advice = 查看每秒的速率、p99.9 延遲和最大延遲，並檢查裝置或主機上是否有間隔與停頓相同的週期性活動。
run-example = 裝置每十秒停頓一秒：60 秒內為 5,137 IOPS，其中有六秒沒有 I/O。

irregular = { $seconds } 秒內停頓 { $stalls } 次，損失 { $lost } 的 I/O。
regular = { $seconds } 秒內停頓 { $stalls } 次，每 { $period } 秒一次，損失 { $lost } 的 I/O。
worst = 第 { $second } 秒的速率只有前後幾秒的 { $share }。
longest = 最長的一個 I/O 耗時 { $latency }。
latencies = { $seconds } 秒內，平均延遲有 { $stalls } 次短時間遠高於平時水準。最高在第 { $second } 秒，為 { $worst }，平時為 { $level }。
