machine-title = 缓冲写由页缓存吸收
machine-why = 缓冲写到页缓存就算完成，内核之后才把数据写到磁盘，接近脏页上限时才减慢写入方。只有超过上限的写入才反映磁盘的速度。
machine-advice = 设置 direct=1；或设置 end_fsync=1，并写入远多于上限的数据。
machine-example = 最多 3.2 GiB 的缓冲写可以停留在页缓存中。

unknown = 脏页上限未知。
limit = 最多 { $limit } 的缓冲写可以停留在页缓存中。
waiting = 有 { $dirty } 脏页等待回写。

why-waiting = 内核会在测试期间写出这些脏页。
advice-waiting = 测试前先运行 `sync`。
