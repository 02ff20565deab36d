unknown-language = --lang={ $tag }: unknown language; use one of { $tags }
meant-verb = { $word }: neither a verb nor a job file; did you mean `fiord { $verb }`?
no-verb = { $word }: neither a verb nor a job file; use one of the verbs { $verbs }
no-hosts = --hosts: not supported by { $verb }; under `mpirun`, use one of { $verbs }
host-and-path = expected HOST=PATH, such as node1=/dev/nvme0n1

# Mistakes in options. $command: `fiord survey`. $arg: an option or a positional argument as help shows it.
unknown-option = { $arg }: unknown option; `{ $command } --help` lists the options
unknown-option-similar = { $arg }: unknown option; did you mean { $similar }?
one-too-many = { $arg }: one argument too many; `{ $command } --help` shows the arguments
no-such-value = { $value }: not a value of { $arg }; use one of { $values }
no-such-value-similar = { $value }: not a value of { $arg }; did you mean { $similar }?
no-value = { $arg }: the value is missing; `{ $command } --help` explains it
# $reason: what is wrong with the value, and what to use instead.
bad-value = { $arg }: { $reason }
not-in-range = { $value }: not in the range { $low } to { $high }; use a value in this range
not-a-number = { $value }: not a whole number; use digits only
not-wanted = { $value }: no value is allowed here; `{ $command } --help` lists the options
missing-arguments = { $args }: missing; usage: { $usage }
conflict = { $arg }: cannot be used with { $others }; use one of them
given-twice = { $arg }: given more than once; use it once
number-of-values = { $arg }: takes { $expected } values, not { $given }; `{ $command } --help` explains them
missing-command = { $command }: the command is missing; use one of { $commands }
unknown-command = { $word }: not a command of `{ $command }`; use one of { $commands }
unknown-command-similar = { $word }: not a command of `{ $command }`; did you mean { $similar }?
not-utf8 = command line: a word is not valid UTF-8; use only valid UTF-8

# Labels of help.
usage-line = Usage: { $usage }
arguments = Arguments:
options = Options:
commands = Commands:
print-help = Print help
print-version = Print version
print-help-of = Print help, or the help of a command
default-value = { $help } [default: { $value }]
possible-values = { $help } [possible values: { $values }]
