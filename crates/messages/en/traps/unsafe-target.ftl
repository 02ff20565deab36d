plan-title = Job would destroy data
plan-why = Overwritten data cannot be restored.
plan-advice = Use a file on the file system under test, or a device without data. To destroy a device on purpose, add --allow-destroy=DEVICE (refused while any part of the device is in use).
plan-example =
    fio --name=/dev/sdb --rw=write --bs=1m --size=1G
    The job is named like a device, which fio uses as its target.

nothing-known-on-it = { $path } is a block device without partitions or signatures. The job overwrites its data.
# $holdings: a list of uses, such as `mounted at /data`.
holds-in-use = The job is refused. { $path } would be overwritten, but it is in use: { $holdings }.
holds = { $path } would be overwritten, and the job is refused without --allow-destroy: { $holdings }.
holds-unknown-data = { $path } would be overwritten: { $holdings }. The run only warns about it.
agreed = { $path } is overwritten, as --allow-destroy says.
agreed-holds = { $path } is overwritten, as --allow-destroy says: { $holdings }.
not-looked-at = { $path } is a block device with unknown content. All data on it can be overwritten.
named-like-a-device = The job is named { $path } and has no filename. fio would use the device of that name as its target. fiord refuses the job.

advice-named-like-a-device = Use another job name. If you mean the device, set filename= to it.
advice-holds-unknown-data = Check the data on the device before you run the job. Use a file on the file system under test, or a device without data.
advice-agreed = Change nothing if the device has no data that you need.
