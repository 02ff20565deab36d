about = Show what a drive has written in its life, and how many years are left
path = File, directory or block device [default: the current directory; with --spec alone: none]
spec = Data sheet with the rated writes (`tbw`, or `dwpd` and `warranty_years`), or a maker's entry of `fiord compare --list`
