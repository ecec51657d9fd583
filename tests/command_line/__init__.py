"""The command line: what each command is for, its exit codes, and that nothing makes it crash, leak or overwrite."""
