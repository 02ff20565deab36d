plan-title = Queue depth larger than the device queue
plan-why = I/Os that do not fit into the device queue wait in the kernel. Latency grows, but the queue depth at the device does not.
plan-advice = Set iodepth × numjobs no higher than the device queue. After the run, check IOPS × latency against the requested depth.
plan-example =
    fio --name=t --filename=warm --ioengine=libaio --direct=1 --bs=4k --io_size=100M --rw=randread --iodepth=32 --numjobs=32
    The job requests 1,024 I/Os in flight, and the device queue holds 256 requests.

run-title = Queue depth not reached
run-why = The result is valid for the queue depth that was reached, not for the requested one.
run-advice = Use more jobs or larger batches, or check what delays submission (CPU, limits, locks).
run-example = io_uring with iodepth=32 appends to a file on ext4. 31.8 of 32 I/Os are in flight, but the queue of sda holds only 1 while sda is busy. The file system serialises writes that extend a file.
advice-grew = Write the file before the run (`fiord prepare FILE --size …`). File systems serialise writes that extend a file.

room = The job requests a queue depth of { $requested } (iodepth × numjobs), but the device queue holds { $room } requests.
in-flight = On average { $achieved } of { $requested } I/Os were in flight.
# Follows `in-flight`. $busy, $overall: a number of I/Os.
queue = The mean queue length of { $devices } was { $busy } while busy and { $overall } overall.
# Follows `in-flight`, where the job had enough I/Os in flight.
queue-short = But the mean queue length of { $devices } was { $busy } while busy and { $overall } overall: the other I/Os waited outside the device queue.
advice-pauses = Remove thinktime to reach the queue depth, or report the depth that was reached.
