machine-title = the disk counts nothing
machine-why = without its counters nobody can tell reads of the disk from reads of memory, nor see other users of it
machine-advice = set queue/iostats to 1
machine-example = nvme0n1: iostats 0
