title = Writeback and dirty limits
text =
    A buffered write only makes pages dirty. Kernel threads write a page to the disk when it has been dirty for 30 s (`dirty_expire_centisecs`), or earlier, if 10 % of the available memory is dirty (`dirty_background_ratio`).
    Towards 20 % (`dirty_ratio`) the kernel slows writers to the speed of the disk.
    After a power failure the dirty pages are lost: everything that programs wrote since the last writeback and did not sync.
measuring = A buffered write test is as fast as memory at first and as fast as the disk later, so its duration decides the result. Write much more than the dirty limit, and set end_fsync=1 so that the time includes the writeback.
shows = Both jobs write 256 MiB. The verdict says that about half of the data had not reached the disk at the end: the data of the first job.
