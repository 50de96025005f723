"""What is in the files: plain data to objects and back, checked, with the line of every fault. No disk.

Tables are written through tomli-w; only records that must be one line, those of the log and the rows of a journal,
are written by `toml.py`. Records of the log and of the journal are checked by `values.py`, the tables of files by
pydantic where somebody has changed them.
"""
