"""What is told in more than one place, said once: screens, plain text and reports only lay it out. A subject a file."""
