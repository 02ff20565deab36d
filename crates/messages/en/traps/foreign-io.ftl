machine-title = somebody else uses the disk
machine-why = their I/O takes time from the test's, and the test takes it from theirs
machine-advice = stop them or wait, then look again
machine-example = vda: 310 reads/s, 40 MiB/s, busy 85 % of the time; most by mysqld (pid 4242)
run-title = somebody else used the device
run-why = the device shared its time; alone it would have been faster
run-advice = stop the others, or measure again when the device is quiet
run-example = vda read 900 MiB, of which this run asked for 400 MiB; mysqld read 480 MiB.
