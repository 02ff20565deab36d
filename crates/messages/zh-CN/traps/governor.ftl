machine-title = CPU 频率随负载变化
machine-why = 等待 I/O 的作业看起来是空闲的，于是 CPU 降频，每个 I/O 耗时更长。
machine-advice = 测量期间运行 `cpupower frequency-set -g performance`。
machine-example = CPU 调频策略（governor）是 powersave。

unknown = CPU 调频策略（governor）未知。
host-decides = CPU 频率由这台虚拟机的宿主机决定。
governor = CPU 调频策略（governor）是 { $governor }。
governors = 各 CPU 的调频策略（governor）有：{ $governors }。
driver = 驱动程序是 { $driver }。
