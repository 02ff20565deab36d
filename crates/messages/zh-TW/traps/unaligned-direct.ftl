plan-title = 直接 I/O 的區塊未對齊
plan-why = O_DIRECT 必須以整個磁區為單位。否則第一個 I/O 就會以 EINVAL 失敗，或由檔案系統（btrfs）改用頁面快取。
plan-advice = 把區塊大小設為裝置邏輯區塊大小的整數倍。4k 幾乎適用所有裝置。
plan-example =
    fio --name=w --filename=fresh --rw=write --direct=1 --bs=2300 --size=22m
    2300 位元組不是整數個磁區。

blocks = I/O 會以 EINVAL 失敗，或不再是直接 I/O：direct=1，區塊大小為 { $bytes } 位元組，而磁區為 { $sector } 位元組。
places = I/O 會以 EINVAL 失敗，或不再是直接 I/O：direct=1，位移或對齊為 { $bytes } 位元組，而磁區為 { $sector } 位元組。
blocks-of-any = I/O 在任何區塊裝置上都會以 EINVAL 失敗，或不再是直接 I/O：direct=1，區塊大小為 { $bytes } 位元組，而沒有裝置的磁區小於 { $sector } 位元組。
places-of-any = I/O 在任何區塊裝置上都會以 EINVAL 失敗，或不再是直接 I/O：direct=1，位移或對齊為 { $bytes } 位元組，而沒有裝置的磁區小於 { $sector } 位元組。
advice-places = 將 offset 和 blockalign 設為邏輯區塊大小（{ $sector } 位元組）的整數倍。
