"""A class: a folder of students' files, each in a process of its own, in one tournament."""
