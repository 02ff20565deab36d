plan-title = a write test on the file of the run before
plan-why = the first run made and allocated the file, this one overwrites it in place, so that runs of one table are not the same test; and what the file held is lost
plan-advice = set unlink=1, or remove the file before each run; where overwriting is what you want, lay the file out once and set overwrite=1
plan-example = 
    fio --name=w --filename=warm --rw=write --ioengine=sync --direct=0 --end_fsync=1 --size=200M --bs=4k
    The file is there from the run before; the author came to write `rm -f w.0.0` before every command.
