plan-title = content that shrinks
plan-why = a device or file system that compresses, deduplicates or skips zeros moves less than the job counts
plan-advice = use content that does not shrink: fio's default buffers with refill_buffers=1 for writes, a file written with them for reads (`fiord prepare`)
plan-example = 
    fio --name=w --filename=fresh --rw=write --size=8G --bs=1m --direct=1 --zero_buffers
    Every byte is zero.
