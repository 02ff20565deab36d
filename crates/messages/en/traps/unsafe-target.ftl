plan-title = Job would destroy data
plan-why = Overwritten data cannot be restored.
plan-advice = Use a file on the file system under test, or a device without data. To overwrite a device on purpose, add --allow-destroy=DEVICE (refused while any part of the device is in use).
plan-example =
    fio --name=/dev/sdb --rw=write --bs=1m --size=1G
    The job is named like a device, which fio uses as its target.

nothing-known-on-it = { $path } is a block device without partitions or signatures. The job overwrites its data.
# $holdings: a list of uses, such as `mounted at /data`.
holds-in-use = fiord refuses the job. The job would overwrite { $path }, but the device is in use: { $holdings }.
holds = fiord refuses the job without --allow-destroy. The job would overwrite { $path }: { $holdings }.
holds-unknown-data = The job would overwrite { $path }: { $holdings }. fiord warns, but does not refuse the job.
agreed = The job overwrites { $path }, as --allow-destroy permits.
agreed-holds = The job overwrites { $path }: { $holdings }. --allow-destroy permits this.
not-looked-at = { $path } is a block device with unknown content. The job could overwrite all data on it.
named-like-a-device = The job is named { $path } and has no filename. fio would use the device of that name as its target. fiord refuses the job.

advice-named-like-a-device = Use another job name. If you mean the device, set filename= to it.
advice-holds-unknown-data = Check the data on the device before you run the job. Use a file on the file system under test, or a device without data.
advice-agreed = Change nothing if the device has no data that you need.
