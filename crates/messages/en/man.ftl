written = { $pages ->
    [one] 1 page was written to { $directory }.
   *[other] { $pages } pages were written to { $directory }.
 }
no-such-page = { $page }: no such page; use one of { $pages }
no-such-page-near = { $page }: no such page; did you mean `fiord man { $near }`?
# Where writing failed.
standard-output = standard output
# Headings of a manual page.
heading-name = NAME
heading-synopsis = SYNOPSIS
heading-description = DESCRIPTION
heading-options = OPTIONS
heading-subcommands = SUBCOMMANDS
heading-notes = NOTES
heading-see-also = SEE ALSO
