plan-title = Reads of blocks that were never written
plan-why = Reads of holes and unwritten extents do not reach the storage. A device can answer reads of trimmed or thin blocks without reading its storage cells. Such reads are faster than the storage can be.
plan-advice = Write the whole target once before reading it: run `fiord prepare FILE --size …`, or a job with rw=write over the same region.
plan-example =
    fio --name=r --filename=sparse --rw=randread --size=10G --bs=4k --direct=1
    The file was created with truncate: its blocks are not on the disk.

run-title = Reads of holes and unwritten blocks
run-why = The file system returns zeros without reading the device.
run-example = A file made by `truncate -s 1G` is read with direct=1 at 5 GB/s while the disk is idle.

holes = { $share } of { $path } was never written: { $holes } of holes.
unwritten = { $share } of { $path } was never written: { $unwritten } of unwritten extents.
holes-and-unwritten = { $share } of { $path } was never written: { $holes } of holes and { $unwritten } of unwritten extents.
thin = { $path } is a thin volume: the mapping returns zeros for blocks that were never written.
# $share: of the target. $delivered: by the devices, of what was issued.
read = { $share } of the target is holes or unwritten blocks. The jobs read { $issued }, { $delivered } of it from { $devices }.
# As `read`, where the run itself wrote or trimmed such blocks. $share: the mean over the run.
read-changing = On average, { $share } of the target was holes, unwritten or trimmed blocks during the run. The jobs read { $issued }, { $delivered } of it from { $devices }.
# As `read`, where several jobs read from the same devices.
shared = { $share } of the target is holes or unwritten blocks. All jobs on { $devices } together read { $issued }, { $delivered } of it from the storage.
# $share: of the target, at most.
trimmed = The run trimmed { $trimmed } of { $path }, up to { $share } of the part that the job reads. A device can answer reads of trimmed blocks without reading its storage, and the kernel does not count these reads separately.
advice-trimmed = Do the trims and the reads in separate runs. After the trims, write the trimmed blocks again, and then run the reads.
