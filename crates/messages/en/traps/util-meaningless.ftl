run-title = Misleading %util near 100 %
run-why = %util is the share of time with at least one request. A device that serves many requests in parallel may have capacity left.
run-advice = Run with a higher queue depth until the rate stops growing.
run-example = util=99.8% at iodepth=1 on an NVMe disk that reaches ten times the rate at iodepth=32.
limit-first = Raise the limit that set the rate. A higher queue depth helps only where requests are merged before the limit counts them.

got = { $device } shows { $util } % util, but it serves many requests in parallel.
queue = The mean queue depth of the device was { $depth }.
