written = { $pages ->
    [one] 1 page was written to { $directory }.
   *[other] { $pages } pages were written to { $directory }.
 }
no-such-page = { $page }: no such page; use one of { $pages }
no-such-page-near = { $page }: no such page; did you mean `fiord man { $near }`?
# Where writing failed.
standard-output = standard output
