machine-title = Writeback throttling of buffered writes
machine-why = Writeback throttling keeps read latency near its target by slowing background writes. A mixed buffered job measures the throttle.
machine-advice = Set queue/wbt_lat_usec to 0 for mixed buffered jobs. Direct I/O is not affected.
machine-example = Writeback throttling of vda has a target of 75 ms.

on = Writeback throttling of { $device } has a target of { $latency }.
off = Writeback throttling of { $device } is off.
