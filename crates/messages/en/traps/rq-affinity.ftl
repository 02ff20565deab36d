machine-title = completions run on any CPU
machine-why = a completion on a far CPU adds cache misses and a wake-up to each I/O
machine-advice = set queue/rq_affinity to 1 (default) or 2
machine-example = nvme0n1: rq_affinity 0
