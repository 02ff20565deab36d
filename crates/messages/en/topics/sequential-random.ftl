title = Sequential and random I/O, on hard disks and on flash
text =
    A hard disk has one arm. A random I/O waits for a seek of several ms and for half a rotation on average (4.2 ms at 7,200 rpm). So it does some 100 random IOPS, but 200 MB/s sequentially.
    A flash drive has no arm. The time to read a page does not depend on its place. With enough I/Os in flight, random reads of large blocks are nearly as fast.
    Sequential I/O still helps on flash. The kernel reads ahead and merges requests. Data written together becomes invalid together, so the drive copies less.
measuring = Report both numbers for a hard disk: at 4 KiB their ratio is a few hundred. On flash, a difference at the same block size and depth comes from the software above, or from collisions on a die. Write at random in steady state.
shows = Reads of 4 KiB on simulated drives: 200 MB/s sequential and 0.9 MB/s random on the disk, 820 MB/s sequential and 630 MB/s random on flash.
