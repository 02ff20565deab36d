run-title = 磁盘过热、降速或出错
run-why = 过热的盘会自行降速，纠错的盘会重复读取。结果只对当时的状态有效：它取决于室温和之前的运行。
run-advice = 给盘散热，冷却后重新运行，并查看速率随时间的变化。如果有错误，先检查盘（nvme smart-log、smartctl -x）。
run-example = 一块 84 °C 起警告的盘，写入十分钟后从 61 °C 升到 86 °C；这段时间 SMART 日志记录了 240 s 的过热降速。平均值混合了冷盘和已降速的盘。

got-hot = { $device } 变热：开始时 { $before } °C，结束时 { $after } °C。该盘 { $limit } °C 起警告。
was-hot = { $device } 一开始就很热：开始时 { $before } °C，结束时 { $after } °C。该盘 { $limit } °C 起警告。
cooled-down = { $device } 从警告温度降了下来：开始时 { $before } °C，结束时 { $after } °C。该盘 { $limit } °C 起警告。
critical-warning = { $device } 发出严重警告（{ $warnings }）。
slowed = { $device } 因温度过高自行降速 { $seconds } 秒。
critical-minutes = { $device } 有 { $minutes } 分钟超过临界温度。
warning-minutes = { $device } 有 { $minutes } 分钟超过警告温度。
media-errors = { $device } 新增 { $errors } 个介质错误。
spare-lost = { $device } 损失了 { $percent }% 的备用块。
life-used = { $device } 在运行期间消耗了额定寿命的 { $percent }%，累计 { $total }%。
