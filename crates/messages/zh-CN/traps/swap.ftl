machine-title = 正在使用 swap
machine-why = 内核换入程序的页时，程序要等待磁盘。换入换出还会产生不属于测试的 I/O。
machine-advice = 如果内存够用，测量前运行 `swapoff -a`。
machine-example = 已使用 512 MiB swap（/swapfile）。

none = 没有启用 swap 区。
unused = 未使用 swap（{ $areas }）。
used = 已使用 { $used } swap（{ $areas }）。
on-target = swap 区 { $area } 位于待测存储上。
