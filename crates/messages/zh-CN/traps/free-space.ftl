machine-title = 文件系统接近写满
machine-why = 文件系统满时，新文件会碎片化；固态硬盘满时，垃圾回收可用的空间很少。
machine-advice = 测量写入之前先删除文件，直到使用率低于 80%。
machine-example = /data 已用 97%。

unknown = { $mount } 的可用空间未知。
no-inode = { $mount } 没有空闲的 inode。
space = { $mount } 已用 { $used }（共 { $total }，可用 { $available }）。
advice-no-inode = 删除一些文件：每个文件占用一个 inode，空文件也是。增加可用空间没有帮助。
space-reserved = { $mount } 已用 { $used }（共 { $total }，可用 { $available }）。另有 { $reserved } 空闲，但保留给 root。
