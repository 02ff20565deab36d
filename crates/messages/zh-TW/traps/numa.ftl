machine-title = 磁碟離某些 CPU 比較近
machine-why = 從遠端節點發出的 I/O 要經過互連匯流排兩次。
machine-advice = 在磁碟所在的節點上執行工作（numa_cpu_nodes、numa_mem_policy）。
machine-example = nvme1n1 位於 NUMA 節點 1，機器共有 2 個節點。最遠節點的距離為 21。

unknown = 機器有 { $nodes } 個 NUMA 節點，磁碟所在的節點不明。
at = { $device } 位於 NUMA 節點 { $node }，機器共有 { $nodes } 個節點。
farthest = 最遠節點的距離為 { $distance }。
spread = 這些磁碟分散在 { $different_nodes } 個不同的 NUMA 節點。
