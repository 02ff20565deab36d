plan-title = 数据可压缩或有重复
plan-why = 设备或文件系统若会压缩、去重或跳过零，实际搬运的数据就少于作业的统计值。
plan-advice = 使用不可压缩的数据。写测试用 fio 默认的缓冲区，并设置 refill_buffers=1。读测试用以这种缓冲区写成的文件（`fiord prepare`）。
plan-example =
    fio --name=w --filename=fresh --rw=write --size=8G --bs=1m --direct=1 --zero_buffers
    每个字节都是零。

zeros = 作业写入的每个字节都是零。
pattern = 作业在每个块中反复填充同样的 { $bytes } 字节。
compressible = 作业写入的块可压缩 { $percent }%（buffer_compress_percentage={ $percent }）。
copies = 作业写入的块有 { $percent }% 是其他块的副本（dedupe_percentage={ $percent }）。
same-block = 作业反复写入相同内容的块（scramble_buffers=0，且没有 refill_buffers）。
sampled-zeros = { $files ->
    [one] { $file } 的
   *[other] { $files } 个文件的
 } { $blocks } 个抽样块中，有 { $zeros } 个全是零。
sampled-compressible = { $files ->
    [one] { $file } 的
   *[other] { $files } 个文件的
 } { $blocks } 个抽样块可压缩到原大小的 { $share }。
encoded = 文件系统以压缩或加密形式存储了目标中的 { $bytes }。

on-file-system = 文件系统会压缩数据（{ $setting }）。
on-zram = { $device } 会压缩数据。只含一个重复值的页不占空间。
on-vdo = { $device } 会去重并压缩数据。
