about = Read the files into the page cache. Exits with 1 if a file is not fully cached afterwards
files = Files or block devices
