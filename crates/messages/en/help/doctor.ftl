about = Check whether the machine and its disks are fit for measuring; fix settings, restore them
path = File, directory or block device [default: the current directory]
verbose = Show all findings with reasons and sources, the meaning of each layer of the storage stack, and passed checks
no-look = Skip the two-second check for other disk users
fix = Fix settings that can be restored later. Needs root
dry-run = With --fix: only show the changes
set = With --fix: set a value, such as nomerges=2 (`fiord try --help` lists the settings)
only = With --fix: make only the recommended changes of these settings, separated by commas, and only on the uppermost devices of the stack that have them
whole-stack = With --only: change all devices of the stack
during = With --fix: apply the fixes, run COMMAND, restore even if COMMAND fails; exits with COMMAND's code
restore = Restore settings that --fix, or an interrupted try or study, changed. Needs root
command = Command for --during
after = Exit code: 0 ready or usable with care, 1 not ready or unknown (or a change failed), 2 the request was wrong.
