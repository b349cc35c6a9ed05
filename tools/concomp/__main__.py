"""`python -m concomp`: the command line."""

from concomp.cli import main

if __name__ == "__main__":
    main(prog_name="concomp")
