unknown-language = --lang={ $tag }: unknown language; use one of { $tags }
meant-verb = { $word }: neither a verb nor a job file; did you mean `fiord { $verb }`?
no-verb = { $word }: neither a verb nor a job file; use one of the verbs { $verbs }
no-hosts = --hosts: not supported by { $verb }; under `mpirun`, use one of { $verbs }
host-and-path = expected HOST=PATH, such as node1=/dev/nvme0n1
