title = Data sheets
text =
    The data sheet of a client drive gives the best case: a new drive, a high queue depth with several workers, writes that fit in the SLC cache, and a small region. Data sheets of data centre drives give sustained values after preconditioning.
    At queue depth 1 the IOPS are 1 ÷ latency. At 80 µs this is 12,500 IOPS, even on a drive with 800,000 IOPS on its data sheet.
    Sizes are decimal: 1 TB is 1,000,000,000,000 bytes or 931 GiB.
measuring = Compare only at the same block size, queue depth, number of workers and state of the drive. `--spec FILE` compares a run with a data sheet and prints these conditions. SNIA's test specification (PTS) defines when a drive is in steady state.
shows = Random writes to a simulated drive, new and after use: a new drive is five times as fast as the same drive in steady state.
