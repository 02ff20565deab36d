plan-title = 读取从未写入的块
plan-why = 读取空洞和未写入的 extent 不会到达存储；读取已丢弃的块或精简卷中未分配的块时，设备可以不访问介质。测得的速度会高于存储的能力。
plan-advice = 读取前先把整个目标写一遍：运行 `fiord prepare FILE --size …`，或对同一区域运行 rw=write 的作业。
plan-example =
    fio --name=r --filename=sparse --rw=randread --size=10G --bs=4k --direct=1
    文件由 truncate 创建：没有一个块在磁盘上。

run-title = 读取空洞和未写入的块
run-why = 文件系统不读设备，直接返回零。
run-example = 以 direct=1 读取 `truncate -s 1G` 创建的文件，速度达 5 GB/s，而磁盘空闲。

holes = { $path } 的 { $share } 从未写入：空洞 { $holes }。
unwritten = { $path } 的 { $share } 从未写入：未写入的 extent { $unwritten }。
holes-and-unwritten = { $path } 的 { $share } 从未写入：空洞 { $holes }，未写入的 extent { $unwritten }。
thin = { $path } 是精简卷：读取从未写入的块时，映射层直接返回零。
read = 目标的 { $share } 是空洞或未写入的块。作业共读取 { $issued }，其中 { $delivered } 来自 { $devices }。
read-changing = 运行期间，目标平均有 { $share } 是空洞、未写入或已丢弃的块。作业共读取 { $issued }，其中 { $delivered } 来自 { $devices }。
shared = 目标的 { $share } 是空洞或未写入的块。{ $devices } 上的所有作业共读取 { $issued }，其中 { $delivered } 来自存储。
# $share: of the target, at most.
trimmed = 本次运行丢弃（trim）了 { $path } 中的 { $trimmed }，最多占作业读取部分的 { $share }。设备可以不访问存储介质就应答对已丢弃块的读取，内核不会单独统计这些读取。
advice-trimmed = 把丢弃和读取分成不同的运行。丢弃之后先重新写入已丢弃的块，再运行读取。
