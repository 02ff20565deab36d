machine-title = polled I/O has nothing to poll
machine-why = jobs with hipri or pvsync2 polling wait for interrupts or fail, so they show no gain
machine-advice = boot with nvme.poll_queues=N, then set queue/io_poll
machine-example = nvme0n1: no poll queues
