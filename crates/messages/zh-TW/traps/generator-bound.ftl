run-title = 瓶頸在負載產生端
run-why = 裝置還有餘力，這次執行測到的是這個 CPU。
run-advice = 在更多 CPU 上使用更多工作執行緒，或加大區塊，或使用 io_uring 加固定緩衝區（fixedbufs）。
run-example = refill_buffers=1，寫入 64 KiB 的區塊：速率為 17,390 IOPS，而 null 引擎在相同選項下也只達到 18,900 IOPS。

near-ceiling = 速率為 { $rate } IOPS，而 null 引擎在相同選項下也只達到 { $ceiling } IOPS。
seldom-waits = 工作執行緒只有 { $share } 的時間用在 I/O 或 sync，其餘時間在準備 I/O 或等待 CPU。
ceiling = 在相同選項下，null 引擎達到 { $ceiling } IOPS。
busy = 每個工作執行緒至少占用一個 CPU 的 { $share }。
never-slept = 工作執行緒沒有等過 I/O（{ $ios } 個 I/O 中有 { $switches } 次上下文切換）。它們不是在工作就是在等 CPU，每個至少占用一個 CPU 的 { $share }。
