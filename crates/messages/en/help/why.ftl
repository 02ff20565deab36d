about = Show why processes wait for storage now: causes, ranked by the number of waiting tasks
devices = Devices (vda, dm-0) or paths on them, all devices by default
seconds = Observe for N seconds
json = Print the result as JSON
after = fiord generates no load. It reads the kernel's counters, and ten times a second it checks which tasks wait, and in which function of the kernel. Run it as root to see in which functions the tasks of other users wait.
