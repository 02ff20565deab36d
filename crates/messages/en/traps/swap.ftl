machine-title = swap is in use
machine-why = programs that come back from swap wait for a disk, and swapping is I/O that nobody asked for
machine-advice = run swapoff -a while measuring, if memory allows
machine-example = 512 MiB are swapped out
