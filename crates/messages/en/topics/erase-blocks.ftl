title = Flash pages and erase blocks
text =
    Flash is read and written (programmed) in pages of 4 to 16 KiB, but it is erased in blocks of hundreds to thousands of pages, several MiB together.
    A page cannot be overwritten. Its whole block must be erased first, and then its pages are programmed one after the other.
    So a drive never changes data in place. It writes the new version to a free page, keeps a map of the places, and cleans up later. Each erase wears the block a little.
measuring = A read waits if its die is programming or erasing, so writes lengthen the tail of the reads. Test a mixed load if your program has one. Writes that are smaller than a page, or not aligned to it, can cost more than their size.
shows = Random writes to simulated drives write 3.3 pages for each page of the host with 8 pages per erase block, and 5.0 with 256. With random writes, few large blocks have almost no valid pages left, so more are copied.
