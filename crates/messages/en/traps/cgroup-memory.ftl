machine-title = a control group limits memory
machine-why = the page cache of this process's files counts towards it: less is cached than the machine could
machine-advice = size buffered tests by this limit instead of the machine's memory
machine-example = memory limited to 1 GiB by /kubepods/pod1
