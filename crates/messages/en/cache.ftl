column-file = file
column-size = size
column-cached = cached
column-percent = %
column-dirty = dirty
column-writeback = writeback
column-evicted = evicted
# In the place of a number of bytes.
unknown = unknown
by-mincore = Measured with mincore(2), which shows only whether pages are cached. Files that you neither own nor may write are reported as fully cached.

all-needs-root = --all: cannot write /proc/sys/vm/drop_caches ({ $error }); run as root outside containers, or drop single files without --all
directory = { $path }: a directory; use its files instead
not-a-file = neither a file nor a block device; use one of these
# The progress line.
cached = { $path }: { $share } in the page cache
not-dropped = { $path }: { $bytes } could not be dropped. The pages are mapped, in use, dirtied again, or on a memory file system.
not-cached = { $path }: { $bytes } is not in the page cache. The reason is unknown. Possible reasons are too little memory, a cgroup memory limit, or eviction.
