# What a study works on.
path-not-utf-8 = { $path }: the path is not UTF-8, as the options of jobs are; change into the directory and name it .
