run-title = 以磁盘形式出现的内存
run-why = 吞吐量、IOPS 和延迟反映的是内存和内核块层，与磁盘无关。
run-advice = 改用真正的磁盘，或在结果中注明该设备是内存。
run-example = zram0 上的 ext4：4 KiB 达到 400,000 IOPS，没有任何磁盘参与。

got = 测试目标是以磁盘形式出现的内存（{ $devices }），没有任何磁盘参与。
