machine-title = 可用的 CPU 受限
machine-why = 作业能用的 CPU 少于机器的 CPU。
machine-advice = numjobs 不要超过可用的 CPU 数。
machine-example = 16 个 CPU 中只能使用 2 个。

unknown = CPU 数未知。
fewer = { $online } 个 CPU 中只能使用 { $allowed } 个。
all = 机器有 { $online } 个 CPU。
all-of-model = 机器有 { $online } 个 CPU（{ $model }）。
