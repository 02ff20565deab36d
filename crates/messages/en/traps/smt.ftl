machine-title = two threads share a core
machine-why = jobs on sibling threads slow each other: CPU use in percent means less than it seems
machine-advice = use cpus_allowed with one thread per core where CPU cost is compared
machine-example = SMT is active
