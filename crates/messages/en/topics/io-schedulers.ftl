title = I/O schedulers
text =
    The scheduler of a block device decides which waiting request goes to the device next. Sorting by address saves a hard disk many seeks. A flash drive does not need it.
    A scheduler costs CPU time and can delay requests. Fast NVMe drives mostly run with `none`. Single-queue devices get mq-deadline by default.
    Fairness is another reason for a scheduler: bfq shares a disk between processes, and mq-deadline keeps writes from blocking reads.
measuring = Report the scheduler, and use the same one for all devices of a comparison. In a virtual machine use `none`: the host schedules again.
shows = If another scheduler is better for measuring on the disk below this directory, the finding `scheduler` names the current one.
