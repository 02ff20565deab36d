title = Thermal throttling
text =
    A drive becomes hot under load. To stay within its limits it slows down. NVMe drives have a warning and a critical temperature, and many let the host set two thresholds: light throttling (TMT1) and heavy throttling (TMT2).
    The rate falls in steps. When the drive has cooled, the rate recovers, and falls again. M.2 drives without a heat sink or air flow are affected first.
    Hot CPUs slow down, too. Then all latencies grow, even those of reads from a cache.
measuring = Run for several minutes and compare the first with the last. Note the temperature before and after. Let the drive cool between repeats, or heat it up before each repeat. Never compare a first run with a tenth.
shows = A simulated drive becomes 1 % slower each second. The finding `cliff` states the drift, and `not-steady` states which rules of the steady state are broken.
