# Kernel settings that are in place while a run measures: `fiord try`, `[setting]` of a study. $settings: a list such as `read_ahead_kb of vda`.
trying = Set for each run and restored after it: { $settings }.
setting-of-device = { $setting } of { $device }
# $setting: `write_cache=write through`.
no-flush-warning = With { $setting } the kernel sends no cache flushes for { $device }. While this value is set, a power failure can lose data that any program has synced.

# Errors.
no-flush-refused = { $setting }: the kernel then sends no cache flushes for { $device }, whichever program syncs, and a power failure can lose synced data; to allow this, add --allow-no-flush={ $device }
no-place = { $name }: this setting does not exist for { $path }; use another setting or path
other-device = { $setting }: no file of the job is on this device or mount; use a path on the disk that the job uses
no-choice = { $name }={ $value }: not a value of this setting; use one of { $choices }
out-of-range = { $name }={ $value }: not a value of this setting; use a number from { $low } to { $high }
refused-above-most = { $path }: the kernel refuses { $value }; use { $most } at most with this scheduler
no-effect-of-write = { $path }: the kernel set { $now } instead of { $value }; use a value that the kernel accepts unchanged, and settings that do not change each other
changed-meanwhile = { $path }: another program set { $now } during a run that needs { $value }; stop that program and run again
needs-root = kernel settings: changing them needs root; run as root
changes-pending = kernel settings: changes from an earlier --fix, try or study are in place; run `{ $command }` first
running = kernel settings: pid { $pid } is running and uses them (`{ $command }`); wait until it ends or stop it
not-restored = kernel settings: not restored, or restored only in part; run `{ $command }`

# Why a journal of changes is not used.
journal-is-link = a symbolic link
journal-not-regular = not a regular file
journal-of-other-user = the file belongs to another user
journal-linked = the file has another name (hard link)
journal-writable = other users can write to the file
journal-header = the first line is not from fiord
journal-too-large = the file is larger than any journal
journal-not-text = the file is not text

# The journal of changes. $why: one of the reasons above.
journal-error = undo journal { $path }: { $why }
journal-locked = undo journal { $path } is in use by another process; wait until that process ends
no-setting = { $device } has no { $setting }
journal-foreign = { $path }: not an undo journal of this user ({ $why }); no setting was changed
journal-damaged = undo journal { $path }, line { $line }: unreadable; no setting was restored
