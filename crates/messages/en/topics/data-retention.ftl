title = Power loss and data retention
text =
    Flash keeps data without power, but its cells lose charge. Heat and wear speed this up. JEDEC's requirement (see the figure) is for a drive at the end of its rated writes. A new drive keeps data much longer.
    A sudden power loss takes what is in a volatile cache. It can also damage a page that is being programmed and, where cells hold several bits, an older page in the same cells. In a test with 15 SSDs, 13 failed in some way when the power was cut (FAST 2013).
    An SSD without power does not replace an archive.
measuring = Speed does not show durability. Write known data, cut the power or wait, and read it back: `fiord prepare FILE --check`, or the verify options of fio. Data that was not synced may be lost by any drive: only synced data must be there.
shows = Writes a test file that can be verified later: add `--check` after the power loss, or months later. Delete it afterwards.
