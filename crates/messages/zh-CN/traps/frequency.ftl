machine-title = CPU 低于最高频率
machine-why = 快盘的延迟和 IOPS 取决于 CPU 频率。
machine-advice = 解除限制（运行 `cpupower frequency-set -u`，后接 CPU 的最高频率），接通交流电源，并允许 turbo。否则请在结果中注明这个限制。
machine-example = CPU 频率限制为 3.4 GHz（最高 4.2 GHz）。
why-turbo-off = 关闭 turbo 后，CPU 较慢但更稳定。
why-on-battery = CPU、PCIe 链路和磁盘都处于省电状态。
advice-on-battery = 接通交流电源。

limit = CPU 频率限制为 { $limit } GHz（最高 { $maximum } GHz）。
no-limit = CPU 频率最高可达 { $maximum } GHz。
turbo-off = turbo 已关闭。
on-battery = 机器正在使用电池供电。
