reads = 读
writes = 写
trims = 丢弃

no-file-system = 直接打开设备，不经过文件系统。
silent-file-system = 该文件系统不报告该跟踪点。
no-scheduler = 请求绕过 I/O 调度器，或没有 I/O 调度器。
no-requests = 该设备接收 bio，不接收 request。
no-event = 本内核不报告该跟踪点。
not-seen = 跟踪数据中没有该跟踪点。

system-call = 系统调用
system-call-and-limits = 系统调用、I/O 限制
file-system-and-limits = 文件系统、I/O 限制
wait-for-tag = 等待 tag
plug = plug
dispatch = 派发
scheduler = I/O 调度器
driver-and-device = 驱动程序和设备
device-without-requests = 基于 bio 的设备
file-system = 文件系统
file-system-without-device = 文件系统，无设备
wake-up = 唤醒

lost-events = 内核的跟踪缓冲区太小，丢失了 { $lost } 个事件。请加大 --layers-buffer。
unknown-loss = 内核不报告是否丢失了事件。
unread-pages = 跟踪数据有 { $pages } 页无法读取。
lost-stamps = fiord 的时间戳缓冲区已满，丢失了 { $lost } 个 I/O 的时间戳。
nothing-traced = 本次运行启用跟踪的时段里没有 I/O。请延长运行时间。
buffered = I/O 经过页缓存，因此设备的 I/O 与作业的 I/O 并不对应。请设置 direct=1。
joined = { $ios } 个 I/O 中只有 { $joined } 个能在跟踪数据中找到，应达到 { $needed }。
does-not-add-up = 各阶段合计 { $sum }，而平均延迟为 { $latency }。

no-request = { $device } 处理的请求中没有一个跟踪完整。
share-ours = { $device } 处理的 { $requests } 个请求中，{ $share } 来自本次运行。

cost-of-all = 整次运行都在跟踪。跟踪的开销未知，以上数值包含这一开销。
cost-unknown = 跟踪的开销未知：本次运行只有 { $pairs } 对带跟踪和不带跟踪的时间片，需要 { $needed } 对。运行有一半时间在跟踪，以上数值包含这一半的开销。
cost = 跟踪对每个 I/O 的开销为 { $median }（{ $level }% 置信区间 { $low } 至 { $high }，{ $pairs } 对时间片）。运行有一半时间在跟踪，以上数值包含这一半的开销。
several-stages = 多个阶段
