title = Over-provisioning and TRIM
text =
    A drive has more flash (T) than the host uses (U). U is the capacity of the drive, or less if a part contains no data. Over-provisioning is (T − U) ÷ U; some authors divide by T. 128 GiB of flash sold as 128 GB has 7.4 %.
    TRIM (discard) tells the drive which blocks contain no data, after files were deleted. Their flash becomes spare space. Without TRIM the drive copies deleted data at each garbage collection.
    A trimmed drive that is not full has more spare space and less write amplification.
measuring = State how full the drive was and whether it was trimmed before the test. For sustained values, fill it first. Do not read trimmed blocks: such reads do not access flash. Run fstrim before a test and not during it, because discards keep the drive busy.
shows = Random writes to simulated drives that are 50 % to 100 % full, with the rest trimmed: write amplification rises from 1.2 to 7.3.
