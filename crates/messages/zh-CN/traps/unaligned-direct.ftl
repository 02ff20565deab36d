plan-title = 直接 I/O 的块未对齐
plan-why = O_DIRECT 要求以整个扇区为单位。否则第一个 I/O 就会以 EINVAL 失败，或由文件系统（btrfs）改用页缓存。
plan-advice = 把块大小设为设备逻辑块大小的整数倍。4k 几乎适合所有设备。
plan-example =
    fio --name=w --filename=fresh --rw=write --direct=1 --bs=2300 --size=22m
    2300 字节不是整数个扇区。

blocks = I/O 会以 EINVAL 失败，或不再是直接 I/O：direct=1，块大小为 { $bytes } 字节，而扇区为 { $sector } 字节。
places = I/O 会以 EINVAL 失败，或不再是直接 I/O：direct=1，偏移量或对齐为 { $bytes } 字节，而扇区为 { $sector } 字节。
blocks-of-any = I/O 在任何块设备上都会以 EINVAL 失败，或不再是直接 I/O：direct=1，块大小为 { $bytes } 字节，而没有设备的扇区小于 { $sector } 字节。
places-of-any = I/O 在任何块设备上都会以 EINVAL 失败，或不再是直接 I/O：direct=1，偏移量或对齐为 { $bytes } 字节，而没有设备的扇区小于 { $sector } 字节。
advice-places = 将 offset 和 blockalign 设为逻辑块大小（{ $sector } 字节）的整数倍。
