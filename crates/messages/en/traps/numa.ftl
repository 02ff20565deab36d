machine-title = Disk closer to some CPUs than to others
machine-why = An I/O from a far node crosses the interconnect twice.
machine-advice = Run jobs on the disk's node (numa_cpu_nodes, numa_mem_policy).
machine-example = nvme1n1 is on NUMA node 1 of a machine with 2 nodes. The farthest node is at distance 21.

unknown = The disk's NUMA node is unknown, on a machine with { $nodes } nodes.
at = { $device } is on NUMA node { $node } of a machine with { $nodes } nodes.
farthest = The farthest node is at distance { $distance }.
spread = The disks are on { $different_nodes } different NUMA nodes.
