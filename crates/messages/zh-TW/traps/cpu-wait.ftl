run-title = 工作執行緒在等 CPU
run-why = I/O 完成後，要等工作執行緒再次取得 CPU 才算結束，這段等待計入延遲。
run-advice = 停掉其他負載，用 cpus_allowed 讓工作執行緒有專用的 CPU，或調低 numjobs，然後重新執行。
run-example = 兩個 CPU 上跑著四個忙碌迴圈，同時有一個佇列深度為 1 的讀取執行緒：平均延遲 141 µs，中位數 50 µs，讀取執行緒有 55% 的時間在等 CPU。

waited = 工作執行緒等待 CPU 共 { $wait }（占其時間的 { $share }）。
cpu-busy = CPU 有 { $busy } 的時間在忙。
preempted = 工作執行緒被搶占 { $switches } 次。
full = CPU 有 { $busy } 的時間在忙。在 { $stalled } 的時間裡，至少有一個行程在等 CPU。
stolen = 虛擬機器監控程式占用了 { $steal } 的 CPU 時間。
