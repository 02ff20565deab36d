about = 显示盘的累计写入量，以及还剩多少年寿命
path = 文件、目录或块设备 [默认：当前目录；只有 --spec 时：无]
spec = 含有额定写入量（`tbw`，或 `dwpd` 和 `warranty_years`）的规格书，或 `fiord compare --list` 中厂商条目的名称
