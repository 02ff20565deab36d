plan-title = 資料可壓縮或有重複
plan-why = 裝置或檔案系統若會壓縮、去除重複或略過零，實際搬移的資料就少於工作的統計值。
plan-advice = 使用無法壓縮的資料。寫入測試用 fio 預設的緩衝區，並設定 refill_buffers=1。讀取測試用以這種緩衝區寫成的檔案（`fiord prepare`）。
plan-example =
    fio --name=w --filename=fresh --rw=write --size=8G --bs=1m --direct=1 --zero_buffers
    每個位元組都是零。

zeros = 工作寫入的每個位元組都是零。
pattern = 工作在每個區塊中反覆填入同樣的 { $bytes } 位元組。
compressible = 工作寫入的區塊可壓縮 { $percent }%（buffer_compress_percentage={ $percent }）。
copies = 工作寫入的區塊有 { $percent }% 是其他區塊的副本（dedupe_percentage={ $percent }）。
same-block = 工作反覆寫入內容相同的區塊（scramble_buffers=0，且沒有 refill_buffers）。
sampled-zeros = { $files ->
    [one] { $file } 的
   *[other] { $files } 個檔案的
 } { $blocks } 個抽樣區塊中，有 { $zeros } 個全是零。
sampled-compressible = { $files ->
    [one] { $file } 的
   *[other] { $files } 個檔案的
 } { $blocks } 個抽樣區塊可壓縮到原大小的 { $share }。
encoded = 檔案系統以壓縮或加密形式儲存了目標中的 { $bytes }。

on-file-system = 檔案系統會壓縮資料（{ $setting }）。
on-zram = { $device } 會壓縮資料。只含一個重複值的頁面不占空間。
on-vdo = { $device } 會去除重複並壓縮資料。
