machine-title = 緩慢的時鐘來源
machine-why = 每個 I/O 至少讀兩次時鐘，所花的時間計入每次延遲。
machine-advice = 如果機器支援，把時鐘來源設為 tsc。
machine-example = 時鐘來源是 hpet，每次讀取 1.2 µs。

run-title = 延遲包含慢時鐘來源的耗時
run-why = 每個 I/O 至少讀兩次時鐘。這段時間讓延遲變長、速率變低。
run-advice = 如果 CPU 支援，將核心的時鐘來源設為 tsc。
run-example = 時鐘來源為 acpi_pm 時，每次讀時鐘耗時 1.1 µs，而每次讀磁碟只要 8 µs。

unreadable = 時鐘來源不明。
source = 時鐘來源是 { $source }。
source-timed = 時鐘來源是 { $source }，每次讀取 { $cost }。
in-latency = 平均延遲的 { $share } 是兩次讀時鐘的耗時。時鐘來源 { $source } 每次讀取 { $ns } ns。
in-latency-unknown = 平均延遲的 { $share } 是兩次讀時鐘的耗時。時鐘來源每次讀取 { $ns } ns。

advice-none-better = 只和時鐘來源相同的機器比較。這台機器沒有更快的時鐘來源。
