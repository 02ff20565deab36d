# What a study works on.
path-not-utf-8 = { $path }: the path is not UTF-8, but job options must be UTF-8; change into the directory and use . as the path
