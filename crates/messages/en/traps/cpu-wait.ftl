run-title = the workers waited for a processor
run-why = an I/O that is complete waits until its worker runs again, and that wait is part of its latency
run-advice = stop the other load, give the workers processors of their own (cpus_allowed), or lower numjobs; then rerun
run-example = Four busy loops on two processors next to a reader of one I/O at a time: the mean is 141 µs where the median is 50 µs, and the workers could run and had no processor for 55 % of their time.
