machine-title = 两个硬件线程共用一个 CPU 核
machine-why = 同一个 CPU 核上的作业会互相拖慢，CPU 使用率的百分比因此没有看上去那么可靠。
machine-advice = 比较 CPU 开销时，用 cpus_allowed 让每个 CPU 核只用一个硬件线程。
machine-example = SMT 已启用。

active = SMT 已启用。
inactive = 内核报告没有硬件线程共用 CPU 核。
unknown = 无法读取 SMT 的状态。
