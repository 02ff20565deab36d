# Mistakes in a data sheet: errors, each after its file and line.
not-a-sheet = { $path }: not a data sheet; correct these lines:
entry-is-no-sheet = { $entry }: published measurements, not a data sheet; `fiord compare --list` shows the kind of each entry
sheet-misspelt = { $name }: no such file, and no such data sheet in the catalogue; did you mean { $near }?
sheet-missing = { $name }: no such file, and no such data sheet in the catalogue; `fiord compare --list` lists the catalogue
unknown-key-of-sheet = `{ $name }`: not a key of a data sheet; allowed: { $allowed }
unknown-key-of-claim = `{ $name }`: not a key of a claim; allowed: { $allowed }
misspelt-key-of-sheet = `{ $name }`: not a key of a data sheet; did you mean `{ $near }`? ({ $allowed })
misspelt-key-of-claim = `{ $name }`: not a key of a claim; did you mean `{ $near }`? ({ $allowed })
no-claim = no claim found; begin each claim with [[claim]]
claim-is-no-table = a claim must be a table; begin it with [[claim]]
claim-with-one-bracket = claims must be a list; write [[claim]] with two brackets
text-missing = `{ $key }` is missing; add a string
not-a-text = `{ $key }` is { $written }; expected a string in quotes
choice-missing = `{ $key }` is missing; expected one of { $allowed }
not-a-choice = `{ $key }` is { $written }; expected one of { $allowed }
misspelt-choice = `{ $key }` is { $written }; did you mean `{ $near }`? ({ $allowed })
block-size-not-a-size = `bs` is { $written }; expected a size as in a job, such as "128k"
block-size-zero = `bs` is { $written }; expected more than 0
block-size-wrong = `bs`: { $problem }
not-a-count = `{ $key }` is { $written }; expected a whole number, 1 or more, without quotes
not-a-number = `{ $key }` is { $written }; expected a number above 0, without quotes
two-rates = a claim has `iops` or `bandwidth`, not both; write two claims
no-rate = the claim has no rate; add `iops` or `bandwidth`
rate-is-range = `{ $key }` is a range; a claim is one number
rate-wrong = `{ $key }`: { $problem }

# $text: a size as it was typed.
size-misleading = `{ $text }` is misleading, because fio reads it as another size; use a size such as 512M, 24G or 1T (powers of 1024)
size-not-bytes = `{ $text }` is not a size in bytes; use a size such as 512M, 24G or 1T (powers of 1024)
size-negative = `{ $text }` is below zero; use a size such as 512M, 24G or 1T (powers of 1024)
size-unreadable = `{ $text }` is not a size; use a size such as 512M, 24G or 1T (powers of 1024)
