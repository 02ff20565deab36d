machine-title = requests are not merged
machine-why = small neighbouring requests reach the disk one by one, as they would not on a machine with default settings
machine-advice = set queue/nomerges to 0, or keep it and say so
machine-example = nvme0n1: merging is off (nomerges 2)
