plan-title = Writes that do not fit the physical blocks
plan-why = A write that covers part of a physical block makes the disk read the block first.
plan-advice = Use write sizes that are multiples of the physical block, or report that the writes are smaller.
plan-example =
    fio --name=w --filename=on-4k-disk --rw=randwrite --direct=1 --bs=4k --offset=512 --size=1G
    The disk has physical blocks of 4 KiB, and each write covers parts of two of them.

machine-title = Misaligned partitions or block sizes
machine-why = A write that covers part of a physical block makes the disk read the block first.
machine-advice = Set bs and blockalign to multiples of the physical block. Start partitions at 1 MiB.
machine-example = sda1 starts at byte 32256, inside a physical block of 4 KiB.

unknown = The block sizes of { $device } are unknown.
blocks = { $device } has blocks of { $logical }.
blocks-logical = { $device } has logical blocks of { $logical }.
blocks-emulated = { $device } has logical blocks of { $logical } and physical blocks of { $physical }.
misaligned = The start of { $device } is not aligned to its physical blocks (alignment_offset={ $offset }).
zoned = { $device } has zones ({ $model }).
read-only = { $device } is read-only.
partition = { $device } starts at { $start }.
partition-misaligned = { $device } starts at byte { $start }, inside a physical block of { $physical }.

parts = Writes of { $bytes } bytes cover only a part of the physical blocks of { $device } ({ $physical }).
places = An offset or alignment of { $bytes } bytes makes writes cross the boundaries of the physical blocks of { $device } ({ $physical }).

why-zoned = Most zones of a host-managed disk accept only sequential writes.
why-read-only = No data can be written.

advice-blocks = Use write sizes that are multiples of { $physical } bytes.
advice-zoned = Use zonemode=zbd.
advice-read-only = Run `blockdev --setrw`, or measure reads only.
advice-partition = Create the partition again with its start at 1 MiB.
advice-loop = Attach the file again with an offset that is a multiple of { $physical } (`losetup --offset`).
advice-places = Set offset and blockalign to multiples of the physical block.
