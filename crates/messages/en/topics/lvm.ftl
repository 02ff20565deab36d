title = Logical volumes (LVM)
text =
    A logical volume is a table that maps each extent (4 MiB by default) to one of the disks. The table itself costs almost nothing.
    A linear volume fills the first disk and then the second. A file or a small test region is on one disk, so only this disk works. A striped volume alternates between the disks, and all of them work.
    A snapshot makes the first write of each chunk slower, because the old data is copied first. A thin volume allocates space at the first write.
measuring = Look at the traffic of each disk. If only one of two is busy, the volume is linear or the region too small. For a striped volume use a region much larger than a stripe and enough I/Os in flight.
shows = The section Stack shows the layers between this directory and its disks, with the meaning of each.
