machine-title = 核心、虛擬機器監控程式與容器
machine-why = 結果只對這台主機上的這個核心有效。
machine-advice = 在結果中註明核心、虛擬機器監控程式與容器。
machine-example = 核心為 Linux 6.1。這是 kvm 上的虛擬機器，本行程在 kubernetes 容器中執行。

unknown = 核心版本不明。
kernel = 核心為 Linux { $release }。
kernel-of-distribution = 核心為 Linux { $release }，發行版為 { $distribution }。
virtual-machine = 這是 { $hypervisor } 上的虛擬機器。
virtual-machine-in-cloud = 這是 { $cloud } 上的虛擬機器（{ $hypervisor }）。
unknown-hypervisor = 這是虛擬機器，虛擬機器監控程式不明。
unknown-hypervisor-in-cloud = 這是 { $cloud } 上的虛擬機器，虛擬機器監控程式不明。
in-cloud = 這是 { $cloud } 上的機器。
container = 本行程在容器中執行。
container-kind = 本行程在 { $kind } 容器中執行。
io-uring-one-group = 只有一個使用者群組和特權行程可以使用 io_uring。
io-uring-forbidden = io_uring 已停用。

why-virtual-machine = 實體主機的 CPU、快取和磁碟也供其他虛擬機器使用，從這裡看不到。
why-container = 在容器內可能看不到某些限制，也可能看不到還有誰在用磁碟。
why-io-uring = 不允許使用 io_uring 時，ioengine=io_uring 的工作會失敗。
advice-virtual-machine = 換幾個時段重複測量，並查看 steal 時間。
advice-container = 在容器所在的主機上也執行一次 `fiord doctor`。
advice-io-uring = 設定 sysctl kernel.io_uring_disabled=0，或使用 libaio。
