machine-title = CPU 忙碌或被虚拟机监控程序占用
machine-why = 每个延迟都包含工作线程等待 CPU 的时间。
machine-advice = 停掉其他进程，或稍后再测。如果主机与他人共用，换个时间或换台机器。
machine-example = 虚拟机监控程序占用了 12% 的 CPU 时间。

unknown = CPU 负载未知。
steal-now = 虚拟机监控程序目前占用 { $share } 的 CPU 时间。
steal-since-boot = 开机以来，虚拟机监控程序占用了 { $share } 的 CPU 时间。
no-steal = 虚拟机监控程序占用的 CPU 时间不到 1%。
busy = CPU 忙碌程度为 { $percent }%。
average = 最近一分钟的平均负载为 { $load }，共 { $cpus } 个 CPU。
