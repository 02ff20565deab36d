plan-title = 批量处理掩盖了真实延迟
plan-why = 一批中的 I/O 要等其他 I/O，等待时间也算成了设备的延迟。
plan-advice = 测延迟时批量设为 1。只有测 IOPS 时才用大批量。
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --direct=1 --bs=4k --iodepth=64 --iodepth_batch_complete_min=16 --size=4G --rw=randread
    每 16 个 I/O 为一批，最后一个完成后，作业才看得到先完成的那些。

run-title = 批量处理掩盖了真实延迟
run-why = 每批只有一个时间戳，一批中的所有 I/O 看起来都和最后一个一样慢。
run-advice = 测延迟时设置 iodepth_batch_complete_min=1。
run-example = iodepth_batch_complete_min=16：p50 接近 p99，因为每个 I/O 都和同批 16 个中的最后一个一样晚。

awaited = 作业每次至少等待 { $batch } 个 I/O 完成：每个 I/O 都和同批的最后一个一样晚。
submitted = 作业每批最多提交 { $batch } 个 I/O：一批中的第一个要等最后一个。
taken = 作业每次至少等待了 { $batch } 个 I/O 完成。
