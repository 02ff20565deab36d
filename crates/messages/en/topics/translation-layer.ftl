title = Flash translation layer: why an offset has no fixed place
text =
    The flash translation layer (FTL) is the firmware that maps block addresses to flash pages. Each write goes to a new page, and the old page becomes invalid.
    So an offset has no fixed place on flash. Adjacent blocks of a file can be on different dies, and an address moves with each write. Outer tracks and defragmentation have no meaning there.
    The map takes about 4 bytes for each page of 4 KiB: 1 GiB for 1 TiB. A drive without DRAM keeps only a part of it, and reads the rest from flash.
measuring = Write the whole target before you read it: reads of blocks that were never written, or were trimmed, do not access flash and are too fast. A small region can be faster than the whole drive, because its map is cached.
shows = Direct reads of the first and of the last quarter of a file. On flash they differ by noise only.
