run-title = %util near 100 says nothing here
run-why = it is the share of time with at least one request; a device that serves many at once may have room for more
run-advice = raise the depth until the rate stops growing
run-example = util=99.8% at iodepth=1 on an NVMe disk that does ten times as much at iodepth=32.
