plan-title = Mount options that change the meaning of a write
plan-why = These options decide which data reaches the disk, and when.
plan-advice = Mount with the default options, or report the mount options with the result.
plan-example =
    fio --name=w --filename=on-volatile-overlay --rw=write --bs=4k --size=1G --fsync=1
    The file is on an overlay that is mounted with volatile. An fsync has no effect.

machine-title = Mount options that change the meaning of a write
machine-why = These options decide which data reaches the disk, and when.
machine-advice = Mount with the default options, or report the mount options with the result.
machine-example = /data is mounted with nobarrier. An fsync does not flush the disk.

# $option: one option, or all of them as mount(8) lists them.
mounted = { $mount } is mounted with { $option }.
nothing-written = No data can be written.
each-write-waits = Each write waits for the disk, as with sync=1.
each-directory-change-waits = Each change of a directory waits for the disk.
no-flush = An fsync does not flush the cache of the disk.
written-twice = Data is written twice.
no-block-layer = I/O accesses memory directly, so no block layer is measured.
reads-write = Each read writes an access time.
rewrites-later = The file system rewrites small random writes later.
no-sync = An fsync has no effect: the data stays in memory.
