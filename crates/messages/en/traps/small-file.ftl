plan-title = Target too small to measure the disk
plan-why = A small region can fit in the page cache, in a cache of the host or the drive, or in the cached part of the drive's mapping table. Results are too high: up to twice the real value on flash, and much more from the page cache.
plan-advice = Use a region several times as large as every cache on the I/O path: over twice the memory for buffered I/O, tens of GiB or the whole device for direct I/O.
plan-example =
    fio --name=t --filename=cold --ioengine=sync --direct=1 --bs=4k --size=200M --rw=randread
    Files of a few hundred MB reached up to twice the throughput of files of a few GB.

of-memory = The target ({ $target }) is smaller than twice the memory ({ $memory }), and direct=0 uses the page cache.
touched-of-memory = The job touches about { $touched } of its target (an estimate for a fast SSD and this distribution). This is less than twice the memory ({ $memory }), and direct=0 uses the page cache.
of-device = The I/O stays within { $target }.
of-device-share = The I/O stays within { $target } ({ $share } of the device).
estimated = This size is an estimate: the part of the target that the job touches on a fast SSD with this distribution.
estimated-walk = This size is an estimate: the bytes that the job moves on a fast SSD in this runtime.
advice-skewed = Keep the distribution if the job models hot data. Otherwise remove random_distribution.
