run-title = where the latency was spent
run-why = a change of another layer than this one changes the latency by little
run-advice = look at this layer first
run-example = With nr_requests=4 at iodepth 32, 71 % of the latency of reads (4.1 of 5.8 ms) is the wait for a tag.
