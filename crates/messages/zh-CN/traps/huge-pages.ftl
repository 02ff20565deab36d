machine-title = 内存预留给大页
machine-why = 预留给大页的内存不能用作页缓存。设置了 iomem=…huge 的作业需要大页。
machine-advice = 把 vm.nr_hugepages 设为作业所需的数量。
machine-example = 一半的内存预留给了大页。

unknown = 预留给大页的内存量未知。
reserved = 有 { $reserved } 内存预留给了大页。
transparent = 透明大页的模式为 { $mode }。
transparent-unknown = 透明大页的模式未知。
