plan-title = every run reads the same "random" places
plan-why = the second run asks for exactly the blocks that the first one left in a cache: the page cache, the host's, the drive's
plan-advice = set randrepeat=0, so that every run draws other places; or drop the caches between runs
plan-example = 
    fio --name=test --filename=warm --rw=randread --io_size=200M --bs=4k --direct=0 --invalidate=0
    With `randrepeat=0` the same command no longer gave 2 GB/s: 200 MiB drawn afresh from 2 GiB rarely hit what was cached.
