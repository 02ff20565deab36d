machine-title = Buffered writes absorbed by the page cache
machine-why = A buffered write ends in the page cache. The kernel writes the data to the disk later, and slows writers down only near the dirty limit. Only writes above the limit show the speed of the disk.
machine-advice = Set direct=1, or set end_fsync=1 and write much more than the limit.
machine-example = Up to 3.2 GiB of buffered writes can stay in the page cache.

unknown = The dirty limit is unknown.
limit = Up to { $limit } of buffered writes can stay in the page cache.
waiting = { $dirty } of dirty pages wait for writeback.

why-waiting = The kernel will write these pages during the test.
advice-waiting = Run `sync` before the test.
