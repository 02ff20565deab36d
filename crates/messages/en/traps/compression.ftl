machine-title = the file system compresses
machine-why = content that compresses is never written in full, so the numbers depend on the content
machine-advice = write incompressible data (refill_buffers=1), or turn compression off for the file
machine-example = /home is compressed with zstd:3
