machine-title = Two hardware threads that share a core
machine-why = Jobs on sibling threads slow each other down, so CPU use in percent is less meaningful than it seems.
machine-advice = Set cpus_allowed to one thread per core for a comparison of CPU cost.
machine-example = SMT is active.

active = SMT is active.
inactive = No threads share a core, as far as the kernel reports.
unknown = Whether SMT is active is unknown.
