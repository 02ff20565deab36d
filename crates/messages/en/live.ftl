# A run while it goes on: the view on a terminal, `--live`, `--metrics-listen`.
# $verdict: sentences such as `Measured: memory, not the disk.`
so-far = So far – { $verdict }
p50 = p50 { $latency }
# $rates: a list such as `2,000 IOPS, 8.19 MB/s, queue 3.9`.
device = { $device }: { $rates }
queue = queue { $depth }
reads-take = read { $time }
writes-take = write { $time }
cpu-busy = CPU { $share }
metrics-at = Metrics: http://{ $address }/metrics
not-written = --live: { $error }
form-invalid = { $text }: unknown format; use json or json:FILE
address-invalid = { $text }: not an address; use 127.0.0.1:PORT
no-fixed-port = --metrics-listen { $address }: { $error }; use another port
