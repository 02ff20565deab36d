title = Storage networks: SAN, iSCSI, NVMe over Fabrics
text =
    In a storage network the drives are at the other end of a link: Fibre Channel, iSCSI, or NVMe over RDMA, TCP or Fibre Channel. The latency of each I/O is that of the drive, plus a round trip, plus the work of the target.
    Arrays have large caches. Writes are often acknowledged from mirrored memory, so a write can be faster than a read.
    Several hosts share ports, controllers and disks. With multipath there are several paths to one volume, and not all of them are in use.
measuring = At queue depth 1 the network adds latency to each I/O. At a high depth the link is the limit: 10 Gbit/s are at most 1.25 GB/s. Use a region larger than the cache of the array. Repeat at different times, because the load of other hosts changes.
shows = A simulated drive with 80 µs per read, local and with 30 µs more for network and target: 12,500 and 9,091 IOPS at queue depth 1.
