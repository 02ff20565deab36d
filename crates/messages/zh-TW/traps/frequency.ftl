machine-title = CPU 低於最高頻率
machine-why = 快速磁碟的延遲和 IOPS 取決於 CPU 頻率。
machine-advice = 解除限制（執行 `cpupower frequency-set -u`，後面接 CPU 的最高頻率），接上交流電源，並允許 turbo。否則請在結果中註明這個限制。
machine-example = CPU 頻率限制為 3.4 GHz（最高 4.2 GHz）。
why-turbo-off = 關閉 turbo 後，CPU 較慢但較穩定。
why-on-battery = CPU、PCIe 鏈路和磁碟都處於省電狀態。
advice-on-battery = 接上交流電源。

limit = CPU 頻率限制為 { $limit } GHz（最高 { $maximum } GHz）。
no-limit = CPU 頻率最高可達 { $maximum } GHz。
turbo-off = turbo 已關閉。
on-battery = 機器正使用電池供電。
