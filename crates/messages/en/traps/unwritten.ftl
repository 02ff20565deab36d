plan-title = reads of blocks that were never written
plan-why = holes, unwritten extents and trimmed or thin blocks are answered without the medium, faster than it can be
plan-advice = write the target once, completely, before reading it (`fiord prepare FILE --size …`, or a job with rw=write over the same region)
plan-example = 
    fio --name=r --filename=sparse --rw=randread --size=10G --bs=4k --direct=1
    The file was made with truncate: not one block of it is on the disk.
run-title = reads of holes and unwritten blocks
run-why = the file system makes the zeros itself and no device is asked
run-advice = write the file first: `fiord prepare FILE --size …`
run-example = A file made by `truncate -s 1G` is read with direct=1 at 5 GB/s while the disk stands still.
