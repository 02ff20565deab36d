about = Show stored runs, studies and comparisons in a browser on this machine
address = Listen on this address: 127.0.0.1 or ::1. Other machines cannot reach it
port = Listen on this port; 0 chooses a free one
