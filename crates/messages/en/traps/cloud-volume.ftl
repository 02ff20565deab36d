machine-title = Cloud disk with IOPS and throughput limits
machine-why = The settings of the volume (type, size, provisioned IOPS) and the instance type limit IOPS and throughput. Some volumes and instances allow a burst for a limited time, and a short run measures only the burst.
machine-advice = Check the limits of the volume and of the instance, and report them with the result. Run longer than the burst.
machine-example = nvme0n1 is a cloud disk: aws EBS.
why-local = The disk belongs to this host. Its data is lost with the instance, and its first writes may be slower.
advice-local = Write the whole disk once before measuring.

# `nvme0n1 is a cloud disk: aws EBS.`
volume = { $device } is a cloud disk: { $provider } { $volume }.
# $cloud: `aws`, `azure`, …
disk-at = { $device } is a cloud disk ({ $cloud }).
disk = { $device } is a cloud disk.
# Follows one of the sentences above. $instance: `m5.large`.
instance = The instance type is { $instance }.
