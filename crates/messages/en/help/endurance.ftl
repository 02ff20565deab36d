about = Show the lifetime writes of a drive and how many years are left
path = File, directory or block device [default: the current directory; none if only --spec is given]
spec = Data sheet with the rated writes (`tbw`, or `dwpd` and `warranty_years`), or a maker's entry of `fiord compare --list`
