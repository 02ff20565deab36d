machine-title = mount options change what a write means
machine-why = they decide what reaches the disk, and when
machine-advice = remount with the defaults, or say with the result how it was mounted
machine-example = /data is mounted with nobarrier: fsync does not flush the disk
