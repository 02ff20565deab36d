title = SLC, MLC, TLC and QLC
text =
    A flash cell stores charge. For n bits it must distinguish 2ⁿ levels: 2 in SLC, 4 in MLC, 8 in TLC, 16 in QLC.
    More levels are closer together, so reading and programming take longer, errors are more frequent, and the cell endures fewer program/erase cycles. The gain shrinks: the fourth bit adds 33 % to the capacity and doubles the levels.
    Data centre and client drives today have TLC or QLC cells. Client drives write to an SLC cache first.
measuring = The SLC cache hides the cells from a short write test. Write more than fits in the cache. Read old data as well: data that is still in the cache is read faster.
shows = Random I/O on full simulated drives with cell times from published simulators: QLC has 21 % of the read IOPS of SLC and 8 % of its write IOPS.
