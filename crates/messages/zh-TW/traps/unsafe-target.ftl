plan-title = 工作會毀掉資料
plan-why = 資料一經覆寫就無法復原。
plan-advice = 使用受測檔案系統上的檔案，或沒有資料的裝置。若確實要覆寫某個裝置，加上 --allow-destroy=DEVICE（裝置的任何部分正在使用時都會拒絕）。
plan-example =
    fio --name=/dev/sdb --rw=write --bs=1m --size=1G
    工作名稱就是一個裝置的名稱，fio 會把該裝置當作目標。

nothing-known-on-it = { $path } 是區塊裝置，沒有分割區，也沒有簽章。工作會覆寫其中的資料。
holds-in-use = fiord 拒絕執行該工作。工作會覆寫 { $path }，但該裝置正在使用：{ $holdings }。
holds = 沒有 --allow-destroy，fiord 拒絕執行該工作。工作會覆寫 { $path }：{ $holdings }。
holds-unknown-data = 工作會覆寫 { $path }：{ $holdings }。fiord 會警告，但不拒絕執行該工作。
agreed = 工作會覆寫 { $path }，--allow-destroy 已允許。
agreed-holds = 工作會覆寫 { $path }：{ $holdings }。--allow-destroy 已允許這次覆寫。
not-looked-at = { $path } 是內容不明的區塊裝置。工作可能會覆寫其中的所有資料。
named-like-a-device = 工作名稱為 { $path }，沒有 filename。fio 會把同名裝置當作目標。fiord 拒絕執行該工作。

advice-named-like-a-device = 換一個工作名稱。若確實要用該裝置，用 filename= 指定它。
advice-holds-unknown-data = 執行工作前檢查裝置上的資料。使用受測檔案系統上的檔案，或沒有資料的裝置。
advice-agreed = 如果裝置上沒有需要的資料，不必更動。
