machine-title = few requests fit into the queue
machine-why = beyond this depth a job waits in the kernel, and its latency is the queue's, not the disk's
machine-advice = raise queue/nr_requests or keep iodepth × numjobs below it
machine-example = sda: 31 requests at the device
