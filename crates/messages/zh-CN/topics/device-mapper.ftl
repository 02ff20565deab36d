title = device mapper 与加密
text =
    device mapper 用其他设备组成块设备：线性卷和条带卷、快照、缓存、加密（dm-crypt、LUKS）。每一层都把 I/O 传给下一层并增加 CPU 时间，有些层还产生自己的 I/O。
    dm-crypt 用 CPU 加密。有 AES 指令时，一个核每秒可加密几 GB，所以代价随字节数增长。dm-crypt 的工作线程会增加延迟，选项 no_read_workqueue 和 no_write_workqueue 可以避开它们。
    只有设置了选项 allow_discards，dm-crypt 才把 discard 传给下层。
measuring = 请在栈的顶层和底层各测一次，差值就是各层的代价。不要把 dm 设备和磁盘的计数器相加，它们计的是同样的字节。还要看 CPU，它可能就是瓶颈。
shows = 第二个作业加密每 KiB 用时 0.5 µs（2 GB/s），128 KiB 的块因此慢 64 µs。
