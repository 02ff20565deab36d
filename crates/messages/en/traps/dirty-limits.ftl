machine-title = Buffered writes that stay in memory first
machine-why = Up to the dirty limit a buffered write only changes memory. Only writes above the limit show the speed of the disk.
machine-advice = Set direct=1, or set end_fsync=1 and write much more than the limit.
machine-example = Buffered writes up to 3.2 GiB stay in memory.

unknown = The dirty limit is unknown.
limit = Buffered writes up to { $limit } stay in memory.
waiting = { $dirty } of dirty pages are not yet written.

why-waiting = The kernel will write these pages during the test.
advice-waiting = Run `sync` before the test.
