# The page: the verdict, after the path.
ready = READY for measuring
usable = USABLE WITH CARE for measuring
not-ready = NOT READY for measuring
unknown = READINESS UNKNOWN
kernel-files-unreadable = Files in /proc or /sys cannot be read. Check that /proc and /sys are mounted, then run doctor again.
# In the place of the path.
path-unknown = unknown

# How many checks have this result, in a list: `1 wrong, 2 care`.
count-wrong = { $count } wrong
count-care = { $count } care
count-note = { $count } note
count-unknown = { $count } unknown
count-fine = { $count } fine

heading-stack = Stack
heading-unknown = Unknown
heading-fine = Fine
stack-unknown = The stack is unknown.
# Facts of a layer in a list: `ext4 · 50 GiB, 12 % used`, `nvme0n1 · firmware 1.2`.
layer-used = { $size }, { $share } used
layer-firmware = firmware { $version }
changes = { $settings ->
    [one] 1 setting can be fixed. `fiord doctor --fix --dry-run` shows the change, `--fix` makes it, and `--restore` undoes it.
   *[other] { $settings } settings can be fixed. `fiord doctor --fix --dry-run` shows the changes, `--fix` makes them, and `--restore` undoes them.
 }

changes-pending = Changes from an earlier --fix, try or study are in place. `{ $command }` undoes them.
no-such-path = { $path }: no such file, directory or device; use one that exists
parent-checked = { $path } does not exist. Its parent directory { $directory } is checked instead.

setting-not-assigned = `{ $text }`: not NAME=VALUE; write for example nomerges=2
setting-unknown = `{ $name }`: cannot be set; use one of { $names }
setting-misspelt = `{ $name }`: cannot be set; did you mean { $near }?
setting-empty = `{ $text }`: the value is missing; write NAME=VALUE

fix-needs-root = --fix: needs root; --fix --dry-run shows the changes
restore-needs-root = --restore: needs root; run it again as root ({ $path }: { $error })
restore-incomplete = --restore needs root. The settings that were not restored are still recorded in the journal (see --journal). Run --restore again as root.
nothing-to-restore = Nothing to restore: { $journal } contains no changes. If the changes are recorded in another file, add --journal=FILE.
nothing-to-change = There is nothing for --fix to change.
would-change = Would change:
changing = Changing:
changed = { $settings ->
    [one] 1 setting was changed. `{ $command }` undoes it.
   *[other] { $settings } settings were changed. `{ $command }` undoes them.
 }
setting-is-already = { $path } already has the value { $value }.
setting-changed-by-other = { $path } was changed to { $now } by another program or the kernel, and is not restored. The value before fiord's change was { $before }.
setting-gone = { $path }: the device is gone.
setting-refused = { $path }: the value { $value } could not be set ({ $reason }).

during-changes-pending = --during: changes from an earlier --fix, try or study are in place; run `{ $command }` first
during-without-command = --during: the command is missing; write it after --
during-refused = --during: not all settings could be changed, so the command was not run; leave out the settings listed above (--only, --set) and run again
during-not-restored = --during: the command ended, but the settings were not restored
journal-removed = { $path }: another program deleted this record of the changes while the changes were in place. fiord still had the file open, and used it to restore the settings.
restored = { $restored } of { $settings } settings were restored.
