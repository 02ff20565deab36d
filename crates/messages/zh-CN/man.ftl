written = 已将 { $pages } 个手册页写入 { $directory }。
no-such-page = { $page }：没有这个手册页；请用以下之一：{ $pages }
no-such-page-near = { $page }：没有这个手册页；是否想用 `fiord man { $near }`？
standard-output = 标准输出
