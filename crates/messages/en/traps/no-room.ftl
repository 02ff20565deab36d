plan-title = File system too small for the job
plan-why = A job that runs out of space ends with ENOSPC. Until then it measures a file system that is nearly full, and other writers there run out of space, too.
plan-advice = Set a smaller size: at most 90 % of the free space. To transfer more, set io_size larger than size.
plan-example =
    fio --name=w --rw=write --direct=1 --bs=1m --size=4t
    1 TB is free, and the job needs 4.4 TB.

fills = With fill_device=1 the job writes until the free space ({ $free }) is used up.
needs-too-much = The files need { $needed } more, but only { $free } is free. The job ends with ENOSPC.
needs-too-much-or-time = The files need { $needed } more, but only { $free } is free. The job ends with ENOSPC unless the runtime ends it first.
needs-nearly-all = The files need { $needed } of the { $free } of free space. The job nearly fills the file system.
# $others: bytes.
of-jobs-before = { $others } of the needed space is for files of earlier jobs.
