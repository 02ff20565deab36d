about = Print a manual page, or write all of them to a directory
page = Verb, or `job` for the options of jobs [default: fiord itself]
folder = Write all pages to this directory, which must exist
