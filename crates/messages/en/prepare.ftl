# What was done with the file, after its path.
prepared = Prepared.
resumed = Resumed and completed.
already-prepared = Already prepared.
checked = Checked.
written = Wrote { $bytes } in { $time }, { $rate }/s.
# Results of checks, after a symbol.
result-ok = ok
result-note = note
result-failed = FAILED

empty = The file is empty.
unfinished = The file is unfinished: { $done } of { $size }. `fiord prepare` continues it.
smaller = The file size is { $found }, less than the expected { $expected }.
size = The file size is { $found }.
synced = File and directory are synced.
directory-not-synced = The file is synced, but its directory is not: { $error }
partly-allocated = Only { $bytes } of the file is allocated.
fully-allocated = The file is fully allocated. This file system does not report extents.
holes = { $bytes } of the file is holes.
unwritten = { $bytes } of the file is allocated but not written.
delayed = { $bytes } is not allocated on the device yet.
encoded = The file system stores { $bytes } of the file compressed or encrypted.
shared = { $bytes } of the file is shared with another file or a snapshot.
all-written = Every byte is written, in { $extents ->
    [one] 1 extent
   *[other] { $extents } extents
 }.
sampled = A sample of { $bytes } would compress to { $share } of its size.
sampled-repeated = The data repeats the file of --from. A sample of { $bytes } would compress to { $share } of its size.
zero-blocks = { $share } of the sampled blocks are all zeros.
not-cached = No page of the file is in the page cache.
cached = { $bytes } of the file is in the page cache. `fiord cache drop` drops it.
dirty = { $bytes } of the file is dirty in the page cache.
memory-file-system = { $kind } is a memory file system: reading this file measures no disk.
file-system-compresses = The file system compresses ({ $algorithm }).

buffered = { $path }: direct I/O is not supported here. The file is written through the page cache.
writing = Writing { $size } to { $path }.
continuing = Continuing { $path } at { $done } of { $size }.
interrupted = Interrupted at { $done } of { $size }. Run the same command to continue.
# The progress line: `6 GiB of 24 GiB, 1 GiB/s, 18 s left`.
progress = { $done } of { $size }, { $rate }/s, { $left } left
no-progress = { $done } of { $size }, { $rate }/s, no progress

not-a-regular-file = { $path }: not a regular file; use a regular file
size-not-aligned = --size { $bytes }: prepare writes blocks of 4096 bytes; use a multiple of 4K above 0
from-is-target = --from: the file to write and the file to repeat are the same; use another file
from-empty = --from { $path }: the file is empty; use a file with data
source-shrank = the file of --from became shorter while fiord read it

foreign = { $path }: not made by `fiord prepare`, or its first 4 KiB were changed; use --overwrite to replace its { $bytes }, or --check to check the file only
other-content = { $path }: prepared with { $recipe }, not with the requested content; --overwrite creates it again
larger = { $path }: prepared with { $found }, more than the requested { $asked }; --overwrite creates it again
# Content of a file, after `prepared with`.
recipe-random = random data
recipe-from = --from and a file of { $size }
recipe-options = --compressible { $compressible } --dedupe { $dedupe }
block-device = { $path }: a block device, but prepare creates files; run a write job with --allow-destroy={ $path } to fill the device
directory = { $path }: a directory; use a file in it
irregular = { $path }: not a regular file; use a new or a regular file
in-use = { $path }: in use ({ $user }), so fiord never overwrites it; use another file
file-size-limit = --size: this process may write files up to { $limit } only; raise `ulimit -f` or use a smaller size
locked = { $path }: another process is preparing this file; wait until that process ends, or use another file
no-room = { $directory }: { $needed } more is needed and { $reserve } must stay free, but only { $free } is free; use a smaller --size or --reserve
no-such-directory = { $directory }: no such directory; create it or use another one
no-permission = { $path }: no permission to create or write it; use another file or run as another user
mounted-read-only = { $path }: the file system is mounted read-only; use a file elsewhere
path-through-file = { $path }: part of the path is a file, not a directory; use another path

# Why writing failed; `at-offset` says where.
at-offset = failed at offset { $offset }: { $problem }
no-space = no space left (the file system is full, or reserves the rest)
quota = the disk quota is used up
too-large = the file system does not support files this large
io-error = I/O error (reported by the device or a layer above it)
device-gone = the device is gone
became-read-only = the file system is read-only (some file systems become read-only after an error)
# A failure with what became of the file.
failed = { $path }: { $problem }
failed-kept = { $path }: { $problem } (the written part remains); run the same command to continue
failed-unchanged = { $path }: { $problem }; the file is unchanged
failed-removed = { $path }: { $problem }; the file is removed
failed-emptied = { $path }: { $problem }; the file is emptied
failed-left = { $path }: { $problem }; the unfinished file could not be removed or emptied ({ $error })
