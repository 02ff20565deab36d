title = Topics
intro = The behaviour of storage, and its consequences for measurements. `fiord explain NAME` shows a topic, and `fiord explain` lists all of them.
list-intro = `fiord explain NAME` shows a topic or the rule of a finding.
list-rules = Rules of findings
group-memory = Page cache and durability
group-numbers = The numbers and their meaning
group-drive = Inside the drive
group-path = Between the program and the drive
# Labels before sentences.
measuring = Measuring:
shows = Try:
source = Source:
rules = Findings:
