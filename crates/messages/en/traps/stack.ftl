plan-title = Stacked device that uses one disk or adds cost
plan-why = The result shows the speed of this layer with this job, not the speed of the disks under it.
plan-advice = Run the job on each disk separately. On a linear volume, use files or offsets on each of its disks.
plan-example =
    fio --name=w --filename=on-linear-lvm --rw=randwrite --direct=1 --bs=4k --size=4G
    One of the two NVMe disks of the volume was idle: a linear volume fills one disk after the other.

machine-title = Layer between file and disk that changes the result
machine-why = The result is that of the layer and the disks together.
machine-advice = Report the layer with the result, or run the job on a disk below it.
machine-example = dm-0 is a linear volume over nvme0n1 and nvme1n1. Each block is on one of the two disks.

run-title = Uneven use of the disks below a layer
run-why = On a linear volume, adjacent blocks are on the same disk, so a small file uses only one disk. The result is that of the busy disks.
run-advice = Use a striped volume, or report the result as that of one disk.
run-example = A linear volume of two NVMe disks: nvme0n1 served 0 % and nvme1n1 100 % of 4 GiB.

on-one-of = { $device } is a linear volume over { $disks ->
    [one] 1 disk
   *[other] { $disks } disks
 }. The region of this job may be on only one disk.
encrypts = { $device } encrypts data. The CPU time for encryption is part of every I/O.
copies = { $device } is a snapshot or has one. The first write to a block copies the old block.
parity = { $device } is { $level }. Small random writes read and rewrite parity.
file = { $device } is a loop device backed by a file.
file-cached = { $device } is a loop device backed by a file, and uses the page cache of this file.
file-on-none = The page cache of the file may serve the I/O.
file-on-one = The file system below it is measured too.
file-on-several = Two file systems are measured.
# $kind: the type of the layer: `LVM linear`.
layer = The layer is { $device } ({ $kind }).
layer-over = The layer { $device } ({ $kind }) is on top of { $below }.
plain = { $disks ->
    [one] There is 1 disk
   *[other] There are { $disks } disks
 } and no layer that changes the result.
no-disk = No disk is visible under this layer.
unknown = The layers below { $path } are unknown.
# $parts: a list of devices with their shares.
uneven = The disks below the target served unequal shares of { $moved }: { $parts }.
through-read = { $device } read { $here }, and { $below } below it read { $there }.
through-written = { $device } wrote { $here }, and { $below } below it wrote { $there }.
through-holes = { $share } of the file was never written.
through-rest-cached = The page cache of the file has the rest.
through-rest-unknown = The source of the rest is unknown.
through-rest-maybe-cached = The page cache of the file may have the rest.
through-foreign = The loop device's writes may still be in the page cache of the file: { $foreign } of the data that { $below } wrote is unexplained.

why-through-image = Each I/O also goes through the file system that contains the backing file.
why-through-one = Each I/O also goes through the file system below.
why-through-several = Each I/O goes through two file systems.

advice-incomplete = Wait until the array is complete and idle. { $progress } shows the progress.
advice-through-direct = Write the whole file once before the test, or run the job on the file system that contains the backing file.
advice-through = Run the job on the file system that contains the backing file, or attach this file with `losetup --direct-io=on`.
