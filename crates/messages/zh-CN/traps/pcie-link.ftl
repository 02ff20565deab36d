machine-title = PCIe 链路低于最高规格
machine-why = 即使闪存更快，吞吐量也受链路限制。
machine-advice = 检查插槽、BIOS 和链路的节能设置，并在结果中注明链路的速度和宽度。
machine-example = nvme0n1 运行在 2.5 GT/s PCIe x4（最高 8.0 GT/s PCIe x4）。

link = { $device } 运行在 { $link }。
below-maximum = { $device } 运行在 { $link }（最高 { $best }）。
