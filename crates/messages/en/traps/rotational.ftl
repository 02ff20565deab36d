machine-title = the kernel takes a medium for rotating that does not rotate
machine-why = file systems place data, and schedulers and swap order it, as for a disk with a moving head
machine-advice = set queue/rotational to 0 while measuring
machine-example = a virtual disk on flash: vda: rotational 1, yet a 4 KiB read takes 200 µs
