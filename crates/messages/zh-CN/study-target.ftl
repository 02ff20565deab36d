path-not-utf-8 = { $path }：路径不是 UTF-8，而作业选项必须是 UTF-8；请进入该目录，用 . 作为路径
