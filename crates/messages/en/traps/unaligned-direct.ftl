plan-title = Unaligned blocks with direct I/O
plan-why = O_DIRECT needs whole sectors. Without them, the first I/O fails with EINVAL, or the file system (btrfs) uses the page cache.
plan-advice = Set a block size that is a multiple of the device's logical block size. A block size of 4k fits almost every device.
plan-example =
    fio --name=w --filename=fresh --rw=write --direct=1 --bs=2300 --size=22m
    2300 bytes are not a whole number of sectors.

blocks = The I/O fails with EINVAL or is not direct: direct=1 with blocks of { $bytes } bytes on sectors of { $sector } bytes.
places = The I/O fails with EINVAL or is not direct: direct=1 with an offset or alignment of { $bytes } bytes on sectors of { $sector } bytes.
blocks-of-any = The I/O fails with EINVAL or is not direct on any block device: direct=1 with blocks of { $bytes } bytes, and no device has sectors smaller than { $sector } bytes.
places-of-any = The I/O fails with EINVAL or is not direct on any block device: direct=1 with an offset or alignment of { $bytes } bytes, and no device has sectors smaller than { $sector } bytes.
advice-places = Set offset and blockalign to multiples of the logical block size ({ $sector } bytes).
