about = List the notebooks that come with fiord
