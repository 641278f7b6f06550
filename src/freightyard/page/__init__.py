"""Pictures and pages: plain functions from data to text. They read what they are given and write nothing anywhere."""
