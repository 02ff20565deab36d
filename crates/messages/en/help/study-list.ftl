about = List the studies in the store and the built-in studies
