written = 已將 { $pages } 個手冊頁寫入 { $directory }。
no-such-page = { $page }：沒有這個手冊頁；請用下列之一：{ $pages }
no-such-page-near = { $page }：沒有這個手冊頁；是不是要用 `fiord man { $near }`？
standard-output = 標準輸出
