title = Cloud volumes and credits
text =
    A cloud volume is reached over a network and has limits: IOPS and MB/s per volume, and again per virtual machine. The lower limit applies.
    Many volumes have a token bucket. It fills at rate b up to C tokens. Each I/O uses one token, at rate p at most. A full bucket lasts C ÷ (p − b).
    AWS gp2: b = 3 IOPS per GiB, p = 3,000, C = 5.4 million. A volume of 100 GiB does 3,000 IOPS for 2,000 s and then 300. The bucket refills in 5 hours.
measuring = A constant rate that is a round number shows a limit. Under a limit the latency is queue depth ÷ rate. Use up the credits first, or report both rates. State the volume type, the size and the instance type.
shows = A simulated volume with 100,000 credits and a limit of 3,000 IOPS. The finding `cliff` states both rates and the credits.
