about = Print a notebook that comes with fiord
name = Its name in `fiord notebook list`
exercise = Omit the answers
