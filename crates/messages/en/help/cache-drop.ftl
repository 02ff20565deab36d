about = Write back dirty pages and drop the files from the page cache. Exits with 1 if pages remain
files = Files or block devices
all = Drop the page cache of the whole machine first. Needs root
