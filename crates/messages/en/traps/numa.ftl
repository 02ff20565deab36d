machine-title = the disk is nearer to some processors than to others
machine-why = an I/O from a far node crosses the interconnect twice
machine-advice = run jobs on the disk's node (numa_cpu_nodes, numa_mem_policy)
machine-example = nvme1n1 is at node 1 of 2, distance 21
