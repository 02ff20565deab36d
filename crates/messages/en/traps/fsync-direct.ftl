plan-title = Sync after direct writes
plan-why = With direct=1 the data is already at the device. The sync flushes the device cache and the metadata of the file. The output shows the time of the sync in a separate section, or only as part of the run time.
plan-advice = For durable writes use sync=dsync, or fdatasync=1 and read the sync section. To measure the speed of the device remove the sync.
plan-example =
    fio --name=w --filename=fresh --rw=write --ioengine=libaio --direct=1 --fsync=1 --size=7G --bs=4k
    The write latencies do not include the flush after each write.

# $option: `fsync` or `fdatasync`; $every: its value, as $writes.
synced = The device cache is flushed after every { $writes ->
    [one] write
   *[other] { $every } writes
 } (direct=1 with { $option }={ $every }). Write latencies do not include the flush.
at-end = With direct=1 all data is already on the device at the end. end_fsync=1 then flushes only metadata and the device cache, once.
