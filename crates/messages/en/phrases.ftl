# Names and values inside sentences.
unknown-device = an unknown device
the-device = the device
the-target = the target
range = { $low } to { $high }
set = Run `fiord doctor --fix`, or `echo { $value } > { $file }`.

# Bits of the critical warning of an NVMe disk.
warning-spare = spare blocks low
warning-temperature = temperature
warning-reliability = reliability degraded
warning-read-only = read-only
warning-backup = volatile memory backup failed
