machine-title = 启用了深度 CPU 空闲状态
machine-why = I/O 完成时如果 CPU 正在休眠，要等 CPU 唤醒才能处理。队列深度较小时，每个 I/O 的延迟都包含这段唤醒时间。
machine-advice = 测延迟期间运行 `cpupower idle-set -D 10`，或向 /dev/cpu_dma_latency 写入较小的值并保持其打开。
machine-example = 最深的 CPU 空闲状态是 C8，退出延迟 200 µs。

unknown = CPU 空闲状态未知。
never-sleeps = 没有使用 CPU 空闲状态。
deepest = 最深的 CPU 空闲状态是 { $state }，退出延迟 { $latency }。
