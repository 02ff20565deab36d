about = Measure latencies, from a CPU add to a synced write; also show the latency numbers published in 2012
path = Directory on the disk, for a test file; or a file or block device, which is only read. Without a path no disk is measured
peer = Also measure round trips to this host by TCP connections and ICMP echo; repeat the option to compare hosts [default: the path's storage servers; port 22]
ssh = Also measure message round trips and throughput with a fiord that COMMAND starts on each peer [default: ssh]
answer = Serve the fiord of another host (used by --ssh)
