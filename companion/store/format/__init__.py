"""What is in the files: plain data to objects and back, checked, with the line of every fault. No disk.

Tables are written through tomli-w; only records that must be one line, those of the log and the rows of a journal,
are written by `toml.py`. What somebody may have changed is checked by `values.py`, and built by the types of the fields
(`shapes` of the engine).
"""
