run-title = 瓶颈在负载生成端
run-why = 设备还有余力，本次运行测到的是这个 CPU。
run-advice = 在更多 CPU 上使用更多工作线程，或加大块，或使用 io_uring 加固定缓冲区（fixedbufs）。
run-example = refill_buffers=1，写入 64 KiB 的块：速率为 17,390 IOPS，而 null 引擎在相同选项下也只达到 18,900 IOPS。

near-ceiling = 速率为 { $rate } IOPS，而 null 引擎在相同选项下也只达到 { $ceiling } IOPS。
seldom-waits = 工作线程只有 { $share } 的时间用于 I/O 或 sync，其余时间在准备 I/O 或等待 CPU。
ceiling = 在相同选项下，null 引擎达到 { $ceiling } IOPS。
busy = 每个工作线程至少占用一个 CPU 的 { $share }。
never-slept = 工作线程没有等待过 I/O（{ $ios } 个 I/O 中有 { $switches } 次上下文切换）。它们不是在工作就是在等待 CPU，每个至少占用一个 CPU 的 { $share }。
