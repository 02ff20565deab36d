machine-title = 兩個硬體執行緒共用一個 CPU 核心
machine-why = 同一個 CPU 核心上的工作會互相拖慢，因此 CPU 使用率的百分比沒有看起來那麼可靠。
machine-advice = 比較 CPU 成本時，用 cpus_allowed 讓每個 CPU 核心只用一個硬體執行緒。
machine-example = SMT 已啟用。

active = SMT 已啟用。
inactive = 依作業系統核心的回報，沒有硬體執行緒共用 CPU 核心。
unknown = 無法讀取 SMT 的狀態。
