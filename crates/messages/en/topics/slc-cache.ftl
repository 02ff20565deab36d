title = SLC cache and the cliff
text =
    A client drive with TLC or QLC cells first writes with 1 bit per cell (SLC mode), which is much faster. When idle, it moves the data to normal cells.
    When this cache is full, the write rate falls: the cliff. Some drives then write to TLC cells directly, and the rate falls again when they must move old data while new data arrives.
    Some caches have a fixed size of a few GB. Others use the free space of the drive and shrink as it fills: in SLC mode a cell stores 1 bit instead of 3 or 4.
measuring = A short write test measures the SLC cache. Write until the rate has fallen, and report both rates and the bytes up to the cliff. Idle time empties the cache, so the first run after a pause is faster.
shows = A simulated drive with a static SLC cache of 64 MiB: 317 MB/s if all writes fit in the cache, and 42 MB/s for 128 MiB, because only half fits.
