"""File descriptors 0, 1 and 2, which a process may be started without."""

import os


def reserve_standard_descriptors() -> None:
    """Open /dev/null as each of them that is closed.

    Otherwise the next socket or pipe would get its number, and with it what is meant for standard
    output or standard error.
    """
    descriptor = os.open(os.devnull, os.O_RDWR)
    while descriptor <= 2:
        descriptor = os.open(os.devnull, os.O_RDWR)
    os.close(descriptor)
