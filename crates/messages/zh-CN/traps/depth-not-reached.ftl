plan-title = 队列深度大于设备队列
plan-why = 设备队列放不下的 I/O 在内核中等待：延迟变长，设备上的队列深度却不增加。
plan-advice = 使 iodepth × numjobs 不超过设备队列。运行后用 IOPS × 延迟核对是否达到要求的深度。
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --direct=1 --bs=4k --io_size=100M --rw=randread --iodepth=32 --numjobs=32
    作业要求 1,024 个在途 I/O，设备队列只能容纳 256 个请求。

run-title = 未达到队列深度
run-why = 结果只对实际达到的队列深度有效，不代表所要求的深度。
run-advice = 增加作业数或加大批量，或检查提交慢的原因（CPU、限制、锁）。
run-example = io_uring 以 iodepth=32 向 ext4 上的文件追加写：32 个 I/O 中有 31.8 个在途，但 sda 忙时队列中只有 1 个，因为文件系统把扩展文件的写入串行化。
advice-grew = 运行前先写好文件（`fiord prepare FILE --size …`）。文件系统会把扩展文件的写入串行化。

room = 作业要求队列深度 { $requested }（iodepth × numjobs），但设备队列只能容纳 { $room } 个请求。
in-flight = 要求 { $requested } 个在途 I/O，实际平均为 { $achieved } 个。
queue = { $devices } 队列中的 I/O 平均为：忙时 { $busy } 个，全程 { $overall } 个。
queue-short = 但 { $devices } 队列中的 I/O 平均只有：忙时 { $busy } 个，全程 { $overall } 个。其余 I/O 在设备队列之外等待。
advice-pauses = 去掉 thinktime 以达到要求的队列深度，或注明实际达到的深度。
