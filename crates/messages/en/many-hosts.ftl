no-rank-reported = No rank reported what it measured.
reason-of-host = On { $host }: { $reason }
reason-and-rules = { $reason } Rules about all ranks: { $rules }.
