machine-title = Compression by the file system
machine-why = Compressible data is never written in full, so the results depend on the data.
machine-advice = Use incompressible data (refill_buffers=1), or turn compression off for the file.
machine-example = /home is compressed with zstd:3.

compressed = { $mount } is compressed with { $algorithm }.
