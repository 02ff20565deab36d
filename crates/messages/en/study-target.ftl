# What a study works on.
path-not-utf-8 = { $path }: the path is not UTF-8, but options of jobs must be; change into the directory and use . as the path
