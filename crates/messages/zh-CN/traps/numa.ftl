machine-title = 磁盘离部分 CPU 更近
machine-why = 从远端节点发出的 I/O 要两次经过互连总线。
machine-advice = 在磁盘所在的节点上运行作业（numa_cpu_nodes、numa_mem_policy）。
machine-example = nvme1n1 位于 NUMA 节点 1，机器共有 2 个节点。最远节点的距离为 21。

unknown = 机器有 { $nodes } 个 NUMA 节点，磁盘所在的节点未知。
at = { $device } 位于 NUMA 节点 { $node }，机器共有 { $nodes } 个节点。
farthest = 最远节点的距离为 { $distance }。
spread = 这些磁盘分布在 { $different_nodes } 个不同的 NUMA 节点上。
