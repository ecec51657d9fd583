"""The recorder with the judge inside: this program, in a browser, as one file or as a folder for a static host.

`judging` is what runs there. All else puts it together: the parts that others publish (`parts`), the modules that
judging needs (`packing`), the page (`page`), and what a phone needs to keep it (`folder`).
"""
