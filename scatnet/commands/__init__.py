"""The subcommands of `scatnet`: one module each, with `add_parser` and `run`."""
