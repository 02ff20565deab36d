machine-title = 时钟源慢
machine-why = 每个 I/O 至少读两次时钟，所花的时间计入每个延迟。
machine-advice = 如果机器支持，把时钟源设为 tsc。
machine-example = 时钟源是 hpet，每次读取 1.2 µs。

run-title = 延迟中包含慢时钟源的耗时
run-why = 每个 I/O 至少读两次时钟。这段时间使延迟变长、速率变低。
run-advice = 如果 CPU 支持，将内核的时钟源设为 tsc。
run-example = 时钟源为 acpi_pm 时，每次读时钟耗时 1.1 µs，而每次读盘只要 8 µs。

unreadable = 时钟源未知。
source = 时钟源是 { $source }。
source-timed = 时钟源是 { $source }，每次读取 { $cost }。
in-latency = 平均延迟的 { $share } 是两次读时钟的耗时。时钟源 { $source } 每次读取 { $ns } ns。
in-latency-unknown = 平均延迟的 { $share } 是两次读时钟的耗时。时钟源每次读取 { $ns } ns。

advice-none-better = 只与时钟源相同的机器比较。这台机器没有更快的时钟源。
