machine-title = Nearly full file system
machine-why = A full file system fragments new files, and a full SSD has little room for garbage collection.
machine-advice = Delete files until less than 80 % is used, before you measure writes.
machine-example = /data is 97 % full.

unknown = The free space of { $mount } is unknown.
no-inode = { $mount } has no free inodes.
space = { $mount } is { $used } full ({ $available } of { $total } available).
advice-no-inode = Delete files: each file uses one inode, also an empty one. More free space does not help.
space-reserved = { $mount } is { $used } full ({ $available } of { $total } available). Another { $reserved } is free and reserved for root.
