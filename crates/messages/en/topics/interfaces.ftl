title = SATA, SAS, NVMe and M.2, U.2, AIC
text =
    Protocol and form factor are two things. SATA, SAS and NVMe are protocols. M.2, U.2 and AIC (add-in card) are form factors. An M.2 drive can be SATA or NVMe.
    SATA has one queue of 32 commands. NVMe has up to 65,535 queues with 65,536 commands each, so each CPU can have a queue of its own without locks.
    The link limits the throughput. PCIe doubles its rate with each generation and with twice the lanes. An x4 drive in an x2 slot has half of its throughput.
measuring = If the throughput equals a limit of the figure, the link was measured and not the drive. Check the negotiated speed and width: the finding `pcie-link` shows them. At low queue depth the link hardly affects small random I/O.
shows = A simulated drive with SATA's 550 MB/s: 32 I/Os in flight reach this limit, and most of the latency is time waiting for the link.
