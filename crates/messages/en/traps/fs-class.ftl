machine-title = File system with caching, copy-on-write or a network
machine-why = The results include the caching, copy-on-write or network of the file system. Even direct=1 may not bypass its cache.
machine-advice = Report the file system with the result, or measure on ext4, XFS or the device itself.
machine-example = /tank is zfs, a copy-on-write file system.

mounted = { $mount } is { $fs-type }, { $fs-class ->
    [disk] a file system on a disk
    [copy-on-write] a copy-on-write file system
    [network] a file system on another machine
    [host-shared] a file system shared by the host
    [overlay] a union of directories
    [fuse] a file system served by a process
    [memory] which is MEMORY, not a disk
   *[unknown] a file system of an unknown kind
 }.

why-host-shared = The page cache of the host may serve the I/O, even with direct=1.
why-overlay = The first write to a file of a lower layer copies the whole file. The layers below may not be visible from here.
why-fuse = Each I/O goes to the serving process and back, and may be cached there.
why-memory = All results would be those of memory and CPU. No disk is measured.
advice-memory = Use a path on the disk to be measured. `df PATH` shows the file system of a path.
