plan-title = reads answered by the page cache
plan-why = the throughput and latency are those of memory, not of the disk
plan-advice = set direct=1; or, to measure through the cache on purpose, take a target of more than twice the memory and invalidate=1
plan-example = 
    fio --name=test --filename=warm --rw=randread --size=200M --bs=4k --runtime=60 --time_based
    After the first 200 MiB every block is in memory: 2 GB/s from a disk that gives 15 MB/s.
run-title = reads came from the page cache
run-why = the throughput is that of memory, not of the disk
run-advice = set direct=1, or take a target larger than memory after `fiord cache drop`
run-example = A 200 MiB file that was just written is read with direct=0 and invalidate=0: the disk delivers 4 MiB, the rest comes from memory.
