run-title = Device requests differ from the I/Os of the job
run-why = IOPS and latencies of the job are those of its I/Os. The device served larger and fewer requests, or smaller and more requests.
run-advice = Use the throughput, or compare IOPS at the request size that the device saw.
run-example = rw=write with bs=4k, buffered: 262,144 writes reached sda as 8,192 requests of 128 KiB.

why-read-ahead = The throughput is that of the disk, but the latencies are those of memory. The IOPS follow from throughput and block size.
advice-read-ahead = Use the throughput only. Set direct=1 for latencies and IOPS of the disk.

reached = { $issued } { $ddir ->
    [read] reads
   *[write] writes
 } reached { $devices } as { $requests } requests of { $size }.
read-ahead = The kernel reads ahead: one device request fetched the data of { $factor } reads on average. Most reads were served from the page cache.
split = On average each I/O was split into { $factor } requests.
merged = On average { $factor } I/Os were merged into one request.
scattered = The files are fragmented into { $extents } extents.
advice-scattered = Create the file again with `fiord prepare FILE --size …`, so that it has few extents.
