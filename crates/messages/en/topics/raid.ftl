title = RAID levels and the controller's cache
text =
    A read uses one disk, so all disks can serve different reads at the same time. RAID 1 and 10 write each block twice.
    RAID 5 has a parity block per stripe, so a small write reads old data and parity and writes both again: 4 I/Os. RAID 6 needs 6.
    A controller with a battery or flash backup may acknowledge writes in its cache. Such writes take µs until the cache is full, then as long as the disks need.
measuring = direct=1 does not bypass the controller's cache. Use a region larger than this cache and write until the rate has fallen. Report the cache mode (write-back or write-through), and test with a failed disk as well.
shows = A simulated array: the first 12 % of writes take 1 µs, the others 16 ms.
