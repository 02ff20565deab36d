machine-title = Kernel, hypervisor and container
machine-why = A result is valid only for this kernel on this host.
machine-advice = Report kernel, hypervisor and container with the result.
machine-example = The kernel is Linux 6.1 in a virtual machine under kvm, and this process runs in a kubernetes container.

unknown = The kernel release is unknown.
kernel = The kernel is Linux { $release }.
kernel-of-distribution = The kernel is Linux { $release }. The distribution is { $distribution }.
virtual-machine = Virtual machine under { $hypervisor }.
virtual-machine-in-cloud = Virtual machine under { $hypervisor } on { $cloud }.
unknown-hypervisor = Virtual machine under an unknown hypervisor.
unknown-hypervisor-in-cloud = Virtual machine under an unknown hypervisor on { $cloud }.
in-cloud = The machine is on { $cloud }.
container = This process runs in a container.
container-kind = This process runs in a { $kind } container.
io-uring-one-group = io_uring is allowed only for one group and for privileged processes.
io-uring-forbidden = io_uring is disabled.

why-virtual-machine = The CPUs, caches and disks of the host also serve other virtual machines, which are invisible from here.
why-container = Some limits and other users of the disk may be invisible from inside the container.
why-io-uring = Jobs with ioengine=io_uring fail where it is not allowed.
advice-virtual-machine = Repeat at other times of day, and check the steal time.
advice-container = Run `fiord doctor` on the host as well.
advice-io-uring = Set sysctl kernel.io_uring_disabled=0, or use libaio.
