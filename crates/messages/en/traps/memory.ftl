machine-title = little memory is left
machine-why = the kernel reclaims pages while the test runs, and programs are swapped out
machine-advice = end what takes the memory, or wait
machine-example = 1 % of 16 GiB is available
