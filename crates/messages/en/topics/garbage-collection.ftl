title = Garbage collection and write amplification
text =
    When free blocks run out, the drive copies the valid pages of a block that has few of them, and erases it. This is garbage collection.
    Write amplification (A) is flash pages written ÷ pages written by the host. If a victim block has V valid pages of N, collecting it frees N − V pages, so A = N ÷ (N − V). The more spare space, the fewer valid pages a victim has.
    Sequential overwrites invalidate whole blocks: A is near 1. Random writes raise A, and write IOPS fall to about 1 ÷ A of the fresh drive. Cold pages among hot (often written) ones are copied repeatedly. Separate write streams avoid this.
measuring = A new drive is fast while it has free blocks. Before a test of random writes, write the whole drive twice (SNIA), then run random writes until the rate is steady: over 5 rounds, a range ≤ 20 % and a slope ≤ 10 % of the mean.
shows = Simulated drives with the four over-provisioning values of the figure and four victim policies. Greedy has A = 7.3, 4.6, 2.4 and 1.7: the first two are higher than in the figure, because the drive also keeps some blocks free.
