plan-title = direct I/O that still meets a cache
plan-why = O_DIRECT passes by this kernel's page cache only; what lies below can answer from memory all the same
plan-advice = take a target larger than that cache, or a path on a local disk with a file system that passes direct I/O through
plan-example = 
    fio --name=test --filename=on-tmpfs --rw=randread --size=1G --bs=4k --direct=1
    The file lies on tmpfs: it is memory, with or without `direct=1`.
run-title = a cache below the page cache answered
run-why = direct=1 skips this system's page cache only; caches of the file system, the host or a controller still answer
run-advice = measure on the block device itself, or with a target much larger than that cache
run-example = A direct read of a file on tmpfs runs at 8 GB/s: the file system is memory.
machine-title = a cache that direct I/O does not pass by may lie below
machine-why = the host of a virtual disk or the memory of a controller may answer reads and take writes
machine-advice = use a target larger than that memory, and look at the host's cache mode
machine-example = vda is a virtual disk: its host's page cache may answer
