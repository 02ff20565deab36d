machine-title = 内核、虚拟机监控程序与容器
machine-why = 结果只对这台主机上的这个内核有效。
machine-advice = 在结果中注明内核、虚拟机监控程序与容器。
machine-example = 内核为 Linux 6.1。这是 kvm 上的虚拟机，本进程运行在 kubernetes 容器中。

unknown = 内核版本未知。
kernel = 内核为 Linux { $release }。
kernel-of-distribution = 内核为 Linux { $release }，发行版为 { $distribution }。
virtual-machine = 这是 { $hypervisor } 上的虚拟机。
virtual-machine-in-cloud = 这是 { $cloud } 上的虚拟机（{ $hypervisor }）。
unknown-hypervisor = 这是虚拟机，虚拟机监控程序未知。
unknown-hypervisor-in-cloud = 这是 { $cloud } 上的虚拟机，虚拟机监控程序未知。
in-cloud = 这是 { $cloud } 上的机器。
container = 本进程运行在容器中。
container-kind = 本进程运行在 { $kind } 容器中。
io-uring-one-group = 只有一个用户组和特权进程可以使用 io_uring。
io-uring-forbidden = io_uring 已禁用。

why-virtual-machine = 宿主机的 CPU、缓存和磁盘还供其他虚拟机使用，从这里看不到。
why-container = 在容器内可能看不到某些限制，也可能看不到还有谁在用磁盘。
why-io-uring = 不允许使用 io_uring 时，ioengine=io_uring 的作业会失败。
advice-virtual-machine = 换几个时段重复测量，并查看 steal 时间。
advice-container = 在宿主机上也运行一次 `fiord doctor`。
advice-io-uring = 设置 sysctl kernel.io_uring_disabled=0，或使用 libaio。
