machine-title = Discards sent when files are deleted
machine-why = The disk works on discards while the next test runs.
machine-advice = Mount with nodiscard and run fstrim before the test, or wait after deleting files.
machine-example = / is mounted with discard.

online = { $mount } is mounted with discard.
cannot-discard = { $device } does not support discard.
can-discard = { $device } discards in units of { $granularity }.
