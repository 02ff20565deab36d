about = Show stored runs, studies and comparisons in a browser on this machine
address = Listen on this address: 127.0.0.1 or ::1. Other machines cannot reach it
notebook = Show this notebook, and refresh the page when its runs or its text change; repeat the option for more notebooks
port = Listen on this port; 0 chooses a free one
