machine-title = the disk's link runs below its best
machine-why = the link bounds the throughput, whatever the flash can do
machine-advice = look at the slot, the BIOS and power saving of the link; say with the result which link it was
machine-example = nvme0n1: link 2.5 GT/s PCIe x4 of 8.0 GT/s PCIe x4
