unknown-device = 未知设备
the-device = 该设备
the-target = 测试目标
range = { $low } 至 { $high }
set = 运行 `fiord doctor --fix`，或 `echo { $value } > { $file }`。

warning-spare = 备用块不足
warning-temperature = 温度异常
warning-reliability = 可靠性下降
warning-read-only = 只读
warning-backup = 易失性内存备份失败
