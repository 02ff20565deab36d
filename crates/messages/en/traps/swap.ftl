machine-title = Swap in use
machine-why = Programs that return from swap wait for a disk, and swapping adds I/O that is not part of the test.
machine-advice = Run `swapoff -a` before measuring, if the memory is large enough.
machine-example = 512 MiB of swap are in use (/swapfile).

none = No swap area is active.
# $areas: a list of devices and files.
unused = Swap is not in use ({ $areas }).
used = { $used } of swap are in use ({ $areas }).
on-target = The swap area { $area } is on the storage under test.
