machine-title = Swap in use
machine-why = A program waits for a disk when the kernel swaps in its pages. Swapping also adds I/O that is not part of the test.
machine-advice = Run `swapoff -a` before measuring, if the memory is large enough.
machine-example = 512 MiB of swap is in use (/swapfile).

none = No swap area is active.
# $areas: a list of devices and files.
unused = Swap is not in use ({ $areas }).
used = { $used } of swap is in use ({ $areas }).
on-target = The swap area { $area } is on the storage under test.
