machine-title = PCIe 鏈路低於最高規格
machine-why = 就算快閃記憶體更快，吞吐量也受限於鏈路。
machine-advice = 檢查插槽、BIOS 和鏈路的省電設定，並在結果中註明鏈路的速度與寬度。
machine-example = nvme0n1 以 2.5 GT/s PCIe x4 運作（最高 8.0 GT/s PCIe x4）。

link = { $device } 以 { $link } 運作。
below-maximum = { $device } 以 { $link } 運作（最高 { $best }）。
