machine-title = the kernel holds back buffered writes
machine-why = write-back throttling keeps read latency near its target by slowing background writes, so a mixed buffered job measures the throttle
machine-advice = write 0 to queue/wbt_lat_usec for mixed buffered jobs; direct I/O is not touched by it
machine-example = vda: write-back throttling aims at 75 ms
