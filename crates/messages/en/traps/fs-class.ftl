machine-title = the file system does more than place blocks on a disk
machine-why = its own caching, copying or network is measured together with the disk, and direct=1 may not bypass it
machine-advice = name it with the result, or measure a plain file system or the device below
machine-example = /tank is zfs: copy-on-write with its own cache
