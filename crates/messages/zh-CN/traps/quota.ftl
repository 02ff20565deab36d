machine-title = 文件系统启用了配额
machine-why = 每次分配空间都计入配额。测试可能在磁盘写满之前就达到配额。
machine-advice = 使用已有的文件（`fiord prepare`），或使用没有配额的用户。
machine-example = /home 的挂载选项包含 usrquota。

no-quota = { $mount } 的挂载选项中没有配额选项。
got = { $mount } 的挂载选项包含 { $options }。配额剩余空间未知。
