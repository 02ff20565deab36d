machine-title = 删除文件时发送 discard
machine-why = 下一项测试运行时，磁盘还在处理 discard。
machine-advice = 以 nodiscard 挂载，测试前运行 fstrim；或在删除文件后等一段时间再测。
machine-example = / 的挂载选项含 discard。

online = { $mount } 的挂载选项含 discard。
cannot-discard = { $device } 不支持 discard。
can-discard = { $device } 以 { $granularity } 为单位执行 discard。
