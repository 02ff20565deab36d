machine-title = 磁盘过热、磨损或出错
machine-why = 过热的盘会自行降速，磨损的盘一边纠错一边应答 I/O。
machine-advice = 给磁盘散热，或换一块盘。`nvme smart-log` 和 `smartctl -x` 显示更多内容。
machine-example = nvme0n1 的温度为 84 °C（83 °C 起警告）。
why-no-smart-log = 读取 SMART 日志需要 root，而有些虚拟磁盘没有这种日志。
why-below-warning = 长时间测试可能使磁盘升温到警告温度，之后磁盘会自行降速。

temperature = { $device } 的温度为 { $temperature } °C。
temperature-warning = { $device } 的温度为 { $temperature } °C（{ $warning } °C 起警告）。
critical-warning = { $device } 报告严重警告：{ $warnings }。
media-errors = { $device } 报告 { $errors } 个介质错误。
wear = { $device } 的寿命已用 { $used }%，备用块还剩 { $spare }%。
no-smart-log = 无法读取 { $device } 的 SMART 日志。
ask-smartctl = 没有读取 { $device } 的 SMART 数据：请用 smartctl -x 查看。
