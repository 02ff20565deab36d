machine-title = 啟用了深度 CPU 閒置狀態
machine-why = I/O 完成時如果 CPU 正在休眠，要等 CPU 喚醒才能處理。佇列深度較小時，每個 I/O 的延遲都包含這段喚醒時間。
machine-advice = 測量延遲期間執行 `cpupower idle-set -D 10`，或向 /dev/cpu_dma_latency 寫入較小的值並保持開啟。
machine-example = 最深的 CPU 閒置狀態是 C8，離開延遲 200 µs。

unknown = CPU 閒置狀態未知。
never-sleeps = 沒有使用 CPU 閒置狀態。
deepest = 最深的 CPU 閒置狀態是 { $state }，離開延遲 { $latency }。
