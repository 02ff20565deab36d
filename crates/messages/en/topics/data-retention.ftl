title = Power loss and data retention
text =
    Flash keeps data without power, but its cells lose charge. Heat and wear speed this up. JEDEC's requirement (see the figure) is for a drive at the end of its rated writes. A new drive keeps data much longer.
    A sudden power loss destroys the data in a volatile cache. It can also damage a page that is being programmed and, where cells store several bits, an older page in the same cells. In a test with 15 SSDs, 13 failed in some way when the power was cut (FAST 2013).
    An SSD without power does not replace an archive.
measuring = Speed does not show durability. Write known data, cut the power or wait, and read it back: `fiord prepare FILE --check`, or the verify options of fio. Any drive may lose data that was not synced: only synced data must survive.
shows = The command writes a test file. Repeat it with `--check` after the power loss, or months later. Delete the file afterwards.
