# What a simulated drive did inside. $name: the name of the target.
flash = Inside the simulated flash drive { $name }:
disk = Inside the simulated disk { $name }:
# $ratio: `2.48`. $host, $programmed: `1 GiB`.
amplification = Write amplification { $ratio }: the host wrote { $host }, the drive programmed { $programmed }.
nothing-written = No host writes.
spare = Over-provisioning: { $of-user } of the user capacity U, (T - U) / U; { $of-flash } of the flash capacity T (without a static pSLC cache), (T - U) / T.
victims = In the blocks that garbage collection chose, on average { $share } of the pages were valid.
erases = Erases per superblock in the life of the drive: { $least } to { $most }, mean { $mean }.
bad-blocks = { $blocks ->
    [one] 1 superblock is worn out.
   *[other] { $blocks } superblocks are worn out.
 }
read-only = The drive is read-only: too few good blocks remain.
busy = The planes were busy { $share } of the time.
# Heads and rows of the table of work.
head-work = flash work
head-data = programmed
head-die-time = die time
host-writes = host writes
host-reads = host reads
collection = garbage collection
fold = pSLC folding
levelling = wear levelling
map = mapping
# Heads and rows of the table of times.
head-time = mean time
head-total = total
interface = interface
cell = cells
bus = bus
queue = queue
reads = reads
writes = writes
syncs = syncs
slowest-reads = slowest { $share } of reads
slowest-writes = slowest { $share } of writes
slowest-syncs = slowest { $share } of syncs
# $seek, $rotation, $transfer: mean times.
served = Requests served by the platter: { $requests }; mean seek { $seek }, mean rotation { $rotation }, mean transfer { $transfer }.
cached = Requests served by the cache: { $requests }.
# Charts of a page.
page-amplification = Write amplification over drive writes ({ $name }, simulated)
page-times = Mean time of requests by cause ({ $name }, simulated)
page-valid = Share of valid pages in superblocks at the end ({ $name }, simulated)
page-erases = Erases of superblocks in the life of the drive ({ $name }, simulated)
drive-writes = drive writes
write-amplification = write amplification
superblock = superblock
