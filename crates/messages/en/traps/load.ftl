machine-title = processors are busy or taken away
machine-why = a worker that waits for a processor adds that to each latency
machine-advice = stop what else runs, or wait; on a shared host choose another hour or machine
machine-example = the hypervisor took 12 % of the processor time
