plan-title = a target too small to show the disk
plan-why = a small region sits in caches (memory, the host's, the drive's), in few dies and in the mapping the drive keeps at hand: results come out up to twice too high
plan-advice = use a region several times as large as every cache in the way: over twice the memory for buffered I/O, tens of GiB or the whole device for direct I/O
plan-example = 
    fio --name=t --filename=cold --ioengine=sync --direct=1 --bs=4k --size=200M --rw=randread
    Files of some hundred MB gave up to twice the throughput of files of some GB.
