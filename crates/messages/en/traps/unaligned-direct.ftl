plan-title = blocks that direct I/O cannot take
plan-why = O_DIRECT needs whole sectors: the first I/O fails with EINVAL
plan-advice = set a block size that is a multiple of the device's logical block (4k is one everywhere)
plan-example = 
    fio --name=w --filename=fresh --rw=write --direct=1 --bs=2300 --size=22m
    2300 bytes are no whole number of sectors.
