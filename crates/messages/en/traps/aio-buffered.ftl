plan-title = native AIO through the page cache
plan-why = Linux does buffered I/O inside io_submit: the call returns when the I/O is done, so one I/O is in flight, slat holds the whole latency and clat nothing
plan-advice = set direct=1; for asynchronous buffered I/O set ioengine=io_uring
plan-example = 
    fio --name=t --filename=warm --ioengine=libaio --direct=0 --rw=randrw --rwmixread=70 --bs=4k --iodepth=64 --runtime=60
    64 I/Os are asked for, one is ever in flight.
run-title = submission did the work: the asynchronous engine was synchronous
run-why = without direct=1 libaio does the whole I/O inside the submit call, so the depth asked for never exists
run-advice = set direct=1, or ioengine=io_uring
run-example = libaio with direct=0 and iodepth=32: slat is 290 µs of 300 µs.
