machine-title = PCIe link below its maximum
machine-why = The link limits the throughput, even if the flash is faster.
machine-advice = Check the slot, the BIOS and the power saving of the link. Report the speed and width of the link with the result.
machine-example = nvme0n1 runs at 2.5 GT/s PCIe x4 (maximum 8.0 GT/s PCIe x4).

link = { $device } runs at { $link }.
below-maximum = { $device } runs at { $link } (maximum { $best }).
