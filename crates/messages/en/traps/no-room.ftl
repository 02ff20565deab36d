plan-title = more to be written than the file system has room for
plan-why = the job ends with ENOSPC, and until then a full file system is measured (and everybody else on it is stopped)
plan-advice = take a smaller size, or io_size beyond size to go round again; at most nine tenths of what is free
plan-example = 
    fio --name=w --rw=write --direct=1 --bs=1m --size=4t
    A terabyte is free, and four are asked for.
