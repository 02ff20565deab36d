machine-title = CPU 頻率隨負載變化
machine-why = 等待 I/O 的工作看起來是閒置的，於是 CPU 降頻，每個 I/O 耗時更久。
machine-advice = 測量期間執行 `cpupower frequency-set -g performance`。
machine-example = CPU 調頻策略（governor）是 powersave。

unknown = CPU 調頻策略（governor）不明。
host-decides = CPU 頻率由這台虛擬機器的實體主機決定。
governor = CPU 調頻策略（governor）是 { $governor }。
governors = 各 CPU 的調頻策略（governor）有：{ $governors }。
driver = 驅動程式是 { $driver }。
