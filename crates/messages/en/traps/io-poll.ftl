machine-title = Polled I/O without poll queues
machine-why = Jobs with hipri (io_uring, pvsync2) wait for interrupts or fail, so polling shows no gain.
machine-advice = Boot with nvme.poll_queues=N. With a kernel before 5.16, also set queue/io_poll to 1.
machine-example = nvme0n1 cannot be polled: the driver has no poll queues.

no-poll-queues = { $device } cannot be polled: the driver has no poll queues.
off = { $device } cannot be polled: queue/io_poll is 0.
can-poll = { $device } can be polled.
unknown = It is unknown whether { $device } can be polled.
