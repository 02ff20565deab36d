title = Flash pages and erase blocks
text =
    Flash is read and written (programmed) in pages of 4 to 16 KiB, but it is erased in blocks of hundreds to thousands of pages, several MiB together.
    A page cannot be overwritten. Its whole block must be erased first, and then its pages are programmed one after the other.
    So a drive never changes data in place. It writes the new version to a free page, records the new location in a map, and cleans up later. Each erase wears the block a little.
measuring = A read waits if its die is programming or erasing, so writes raise the tail latency of reads. Test a mixed workload if your program has one. Writes smaller than a page, or not aligned to it, can cost more than their size.
shows = Random writes: for each page from the host, simulated drives program 3.3 pages with 8 pages per erase block, and 5.0 with 256. A large block still has many valid pages when the drive collects it, so the drive copies more.
