plan-title = a sync on direct writes
plan-why = the data are already handed to the device; what the sync does is flush the device's cache and the file's metadata, and its time stands in a section of its own (or only in the run time)
plan-advice = say which is meant: durable writes (sync=dsync, or fdatasync=1 and read the sync section), or the device's speed (leave the sync out)
plan-example = 
    fio --name=w --filename=fresh --rw=write --ioengine=libaio --direct=1 --fsync=1 --size=7G --bs=4k
    The latency of the writes leaves out the flush that follows each of them.
