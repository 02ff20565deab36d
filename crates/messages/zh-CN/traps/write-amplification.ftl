run-title = 设备写入量大于作业写入量
run-why = 日志、元数据、写时复制和垃圾回收都会增加写入。设备的写入速率高于作业的速率。
run-advice = 若测文件系统，无需改动。若测设备，以块设备为目标。
run-example = ext4 上 fsync=1 的 4 KiB 写：下发 12 MiB，磁盘写入 41 MiB。

wrote = 下发 { $issued }，{ $devices } 写入 { $written }（{ $factor } 倍）。
not-counted = 另有 { $foreign } 不是本次运行产生的，未计入。
# Of the drive's own counters, which also count other hosts of the drive.
flash = 按盘自己的计数器，主机写入 { $host }，{ $device } 向闪存写入 { $media }（{ $factor } 倍）。
