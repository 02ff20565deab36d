plan-title = Compressible or duplicate data
plan-why = A device or file system that compresses, deduplicates or skips zeros moves less data than the job counts.
plan-advice = Use incompressible data. For writes use fio's default buffers and set refill_buffers=1. For reads use a file that was written with such buffers (`fiord prepare`).
plan-example =
    fio --name=w --filename=fresh --rw=write --size=8G --bs=1m --direct=1 --zero_buffers
    Every byte is zero.

zeros = Every byte that the job writes is zero.
pattern = The job repeats a pattern of { $bytes ->
    [one] 1 byte
   *[other] { $bytes } bytes
 } over every block.
compressible = The blocks that the job writes can be compressed by { $percent } % (buffer_compress_percentage={ $percent }).
copies = { $percent } % of the blocks that the job writes are copies of other blocks (dedupe_percentage={ $percent }).
same-block = The job writes the same data again and again (scramble_buffers=0 without refill_buffers).
# $file: the one file, where $files is 1.
sampled-zeros = { $zeros } of { $blocks } sampled blocks of { $files ->
    [one] { $file }
   *[other] { $files } files
 } { $zeros ->
    [one] contains
   *[other] contain
 } only zeros.
sampled-compressible = { $blocks } sampled blocks of { $files ->
    [one] { $file }
   *[other] { $files } files
 } would compress to { $share } of their size.
encoded = The file system stores { $bytes } of the target compressed or encrypted.

# $setting: the algorithm, or the type of the file system.
on-file-system = The file system compresses data ({ $setting }).
on-zram = { $device } compresses data. Pages that are filled with one repeated value use no space.
on-vdo = { $device } deduplicates and compresses data.
