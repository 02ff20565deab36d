machine-title = deleting files sends discards at once
machine-why = the disk works on discards while the next test is measured
machine-advice = mount with nodiscard and run fstrim before the test, or wait after deleting
machine-example = / is mounted with discard
