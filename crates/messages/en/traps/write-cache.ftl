machine-title = the disk keeps writes in a volatile cache
machine-why = a finished write is not on the medium before a flush; write results without fsync are those of the cache for as long as it lasts
machine-advice = measure durable writes with fsync=1, fdatasync=1 or sync=1, and write more than the cache holds
machine-example = vda: write back, no FUA
