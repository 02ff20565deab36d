machine-title = 预读过大
machine-why = 缓冲 I/O 顺序读时，内核会预读这么多数据，随机读有时也会。这时吞吐量是大请求的吞吐量，磁盘读取的数据也比作业请求的多。
machine-advice = 把 read_ahead_kb 设为 128（内核默认值）；只测磁盘本身时设为 0。直接 I/O 不受影响。
machine-example = 某个云镜像：vda 的预读为 8192 KiB。

unknown = { $device } 的预读未知。
of-mount = 该挂载点上的文件预读为 { $kib } KiB。
usual = { $device } 的预读为 { $kib } KiB。
off = { $device } 的预读已关闭。
by-stripe = { $device } 的预读为 { $kib } KiB，是设备最佳 I/O 大小的两倍。
large = { $device } 的预读为 { $kib } KiB，是默认值的 { $times } 倍。

why-off = 缓冲 I/O 顺序读时，每读一个块都要等待磁盘。

advice-off = 把 queue/read_ahead_kb 设为 { $default }。
advice-by-stripe = 无需修改；只测磁盘本身时，把 queue/read_ahead_kb 设为 0。直接 I/O 不受影响。
advice-of-mount = 设置 direct=1：预读不影响直接 I/O。
