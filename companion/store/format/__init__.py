"""What is in the files: plain data to objects and back, checked, with the line of every fault. No disk."""
