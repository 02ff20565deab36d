machine-title = the processor is held below its best
machine-why = latency and IOPS of fast disks follow the processor's clock
machine-advice = lift the limit (cpupower frequency-set -u), plug in the mains, allow turbo; or say so with the result
machine-example = limited to 3.4 of 4.2 GHz
