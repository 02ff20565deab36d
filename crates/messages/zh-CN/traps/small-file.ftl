plan-title = 测试目标太小，反映不出磁盘性能
plan-why = 小区域可能放得进页缓存、宿主机或盘的缓存，或盘的映射表已缓存的部分。结果因此偏高：在闪存上最高可达实际值的两倍，由页缓存应答时还要高得多。
plan-advice = 使用数倍于 I/O 路径上各级缓存的区域：缓冲 I/O 用超过内存两倍的文件，直接 I/O 用数十 GiB 或整个设备。
plan-example =
    fio --name=t --filename=cold --ioengine=sync --direct=1 --bs=4k --size=200M --rw=randread
    几百 MB 的文件，吞吐量最高可达几 GB 文件的两倍。

of-memory = 测试目标（{ $target }）小于内存（{ $memory }）的两倍，而 direct=0 会使用页缓存。
touched-of-memory = 按该分布在快速固态硬盘上估计，作业约访问测试目标中的 { $touched }。这小于内存（{ $memory }）的两倍，而 direct=0 会使用页缓存。
of-device = I/O 始终在 { $target } 的范围内。
of-device-share = I/O 始终在 { $target } 的范围内（占设备的 { $share }）。
estimated = 这个大小是估计值：按该分布，作业在快速固态硬盘上访问的只是测试目标中的这一部分。
estimated-walk = 这个大小是估计值：作业在这段运行时间内于快速固态硬盘上传输的字节数。
advice-skewed = 如果作业要模拟热点数据，则保留该分布；否则去掉 random_distribution。
