about = Measure whether a kernel setting helps: try its values in turn, compare, restore
words = The settings with their values, a directory, file or device, then a job as for `fiord run`: options of fio or a job file
time = Set the time budget (60s, 5m, 2h; default: 2m, or as long as a comparison needs). The measurement ends earlier if the comparison is decided
after =
    Needs root. fiord sets one combination of values, measures it, and restores the original values. If the job and the settings allow it (this needs direct I/O and disk settings other than read_ahead_kb), the combinations take turns of 0.25 s in one run. Otherwise each block of runs measures every combination once, in random order. If fiord is killed, `fiord doctor --restore` restores the original values. The first value of each setting is the base.
    Settings of the topmost disk in the storage stack of PATH: scheduler, read_ahead_kb, nr_requests, nomerges, rq_affinity, wbt_lat_usec, io_poll, max_sectors_kb, write_cache, rotational.
    Settings of the machine: vm.dirty_ratio, vm.dirty_bytes, vm.dirty_background_ratio, vm.dirty_background_bytes, vm.dirty_expire_centisecs, vm.dirty_writeback_centisecs, vm.swappiness, transparent_hugepage, governor.
    Options of the mount of PATH, changed by a remount: atime (relatime, noatime, strictatime); with ext4 also barrier, discard, lazytime (0, 1) and commit (seconds).
    write_cache="write through" and barrier=0 make the kernel stop sending flushes to the device, for every program. Both need --allow-no-flush: with DEVICE for write_cache, with the mount point for barrier. --allow-destroy does not include --allow-no-flush: the first option allows the job to overwrite its target, the second puts the data of other programs at risk.
    A job without filename reads PATH. If PATH is a directory, the job uses a test file there, which is removed afterwards.
    Example: fiord try read_ahead_kb=128,4096 /srv/db --rw=read --bs=4k --direct=0
