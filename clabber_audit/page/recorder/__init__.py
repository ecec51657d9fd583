"""The recorder page: hands written down at the table, or afterwards from the heaps, in a browser and without a server.

It knows no law. Who won a trick follows from tables that the program puts into the page, and `vectors` are what both
must agree on; everything else is left to be judged once the record is read.
"""
