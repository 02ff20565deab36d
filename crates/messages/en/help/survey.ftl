about = Benchmark the disk under a directory in about a minute; the test file is removed
path = Directory on the disk, for a test file; or a file or block device, which is only read
time = Set the time limit: seconds, or 90s, 5m, 2h. With three minutes or more, also measure more queue depths, batched fsync, and reads while a log is written
