run-title = 工作线程在等待 CPU
run-why = I/O 完成后，要等工作线程再次运行才算结束，这段等待计入延迟。
run-advice = 停掉其他负载，用 cpus_allowed 给工作线程分配专用的 CPU，或减小 numjobs，然后重新运行。
run-example = 两个 CPU 上跑着四个死循环，同时有一个队列深度为 1 的读线程：平均延迟 141 µs，中位数 50 µs，读线程有 55% 的时间在等待 CPU。

waited = 工作线程等待 CPU 共 { $wait }（占其时间的 { $share }）。
cpu-busy = CPU 有 { $busy } 的时间在忙。
preempted = 工作线程被抢占 { $switches } 次。
full = CPU 有 { $busy } 的时间在忙。在 { $stalled } 的时间里，至少有一个进程在等待 CPU。
stolen = 虚拟机监控程序占用了 { $steal } 的 CPU 时间。
