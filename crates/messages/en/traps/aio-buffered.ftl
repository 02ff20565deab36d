plan-title = Native AIO through the page cache
plan-why = Linux performs buffered I/O inside io_submit, which returns when the I/O is done. Only one I/O is in flight. slat contains the whole latency, and clat contains none of it.
plan-advice = Set direct=1. For asynchronous buffered I/O, set ioengine=io_uring.
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --direct=0 --rw=randrw --rwmixread=70 --bs=4k --iodepth=64 --runtime=60
    The job asks for 64 I/Os in flight, but only one is ever in flight.

run-title = Asynchronous engine that ran synchronously
run-why = Without direct=1, libaio does the whole I/O inside the submit call. The requested queue depth is never reached.
run-advice = Set direct=1 or ioengine=io_uring.
run-example = libaio with direct=0 and iodepth=32: slat is 290 µs of 300 µs.

planned = With ioengine=libaio and direct=0, iodepth={ $iodepth } becomes one I/O at a time, done inside the submit call.
in-submit = The workers spent { $share } of their time inside submit calls ({ $latency } per call), which waited for the data.
in-submit-of-depth = The workers spent { $share } of their time inside submit calls ({ $latency } per call), which waited for the data. Each worker waited for one I/O at a time: the storage had a queue depth of { $workers }, not { $asked }.
