plan-title = No usable target file or device
plan-why = The job ends with an error at its first I/O or earlier.
plan-advice = Set size= to create a new file, or use a file or device that this user may open.
plan-example =
    fio --name=r --filename=fresh --rw=randread --direct=1 --bs=4k
    The file does not exist, and no option sets its size.

named-like-a-device = The job is named { $path } and has no filename=. fio would use the device of that name as the target; fiord refuses.
directory = { $path } is a directory.
unreadable = { $path } cannot be opened for reading.
read-only = { $path } cannot be written: its file system is mounted read-only.
unwritable = { $path } cannot be written: this user has no permission.
missing = { $path } does not exist, and no size is set.
not-to-be-made = { $path } does not exist, and the job may not create it (allow_file_create=0).
no-data-to-verify = The job verifies { $path }, but this file does not exist. The job creates the file with data that fails verification.
no-device = Device { $path } does not exist.
part-of-nothing = { $path } does not exist, and size={ $percent }% is relative to the size of an existing file.
empty = { $path } is empty, and no size is set.
behind-end = The offset is at or after the end of { $path }, and no size is set.
smaller-than-block = The job does no I/O: its part of { $path } is smaller than one block.
no-medium = { $path } is a block device of 0 bytes.

advice-named-like-a-device = Use another job name. If the device is the target, set filename=.
advice-directory = Set directory= to this path, or set filename= to a file in it.
advice-unreadable = Run as a user with read permission, or use another file or device.
advice-read-only = Use a file on a file system that is mounted read-write, or only read existing files.
advice-unwritable = Run as a user with write permission, or use another file or device.
advice-no-device = Use an existing device (`lsblk` lists the devices). fio would create a file in memory at this path; fiord refuses.
advice-part-of-nothing = Set size= to a number of bytes, or create the file first.
advice-behind-end = Use a smaller offset, or set size= so that the file grows.
advice-smaller-than-block = Use a smaller block size or a larger size=. With nrfiles, size is divided equally among the files.
advice-not-to-be-made = Create the file first, or remove allow_file_create.
advice-no-data-to-verify = First write the file with the same verify options, or remove verify.
advice-no-medium = Attach storage or a backing file to the device, or use another device. No option of the job sets the size of a device.
