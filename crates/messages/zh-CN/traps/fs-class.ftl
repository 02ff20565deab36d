machine-title = 文件系统带有缓存、写时复制或网络
machine-why = 结果包含文件系统的缓存、写时复制或网络，direct=1 也不一定能绕过其中的缓存。
machine-advice = 在结果中注明文件系统，或改在 ext4、XFS 上测量，或直接测设备本身。
machine-example = /tank 是 zfs：写时复制文件系统。

mounted = { $mount } 是 { $fs-type }：{ $fs-class ->
    [disk] 磁盘上的文件系统
    [copy-on-write] 写时复制文件系统
    [network] 位于另一台机器上的文件系统
    [host-shared] 宿主机共享的文件系统
    [overlay] 由多个目录叠加而成的文件系统
    [fuse] 由进程提供服务的文件系统
    [memory] 这是内存，不是磁盘
   *[unknown] 种类未知的文件系统
 }。

why-host-shared = 即使 direct=1，也可能由宿主机的页缓存应答。
why-overlay = 第一次写下层中的某个文件时会复制整个文件。从这里可能看不到下面各层。
why-fuse = 每个 I/O 都要往返于提供服务的进程，也可能在那里缓存。
why-memory = 所有结果都只反映内存和 CPU 的速度，没有测到任何磁盘。
advice-memory = 使用待测磁盘上的路径。`df PATH` 显示路径所在的文件系统。
