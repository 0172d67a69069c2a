"""Run inside a network namespace that has nothing but loopback; see test_offline."""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import struct
import subprocess
import sys

SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 0x1
NOWHERE = ("192.0.2.1", 80)
"""An address kept for documentation: no one listens there."""


def raise_loopback() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        request = struct.pack("16sh22x", b"lo", 0)
        flags = struct.unpack("16sh22x", fcntl.ioctl(control, SIOCGIFFLAGS, request))[1]
        fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", flags | IFF_UP))


def main() -> int:
    interfaces = {name for _, name in socket.if_nameindex()}
    assert interfaces == {"lo"}, interfaces
    raise_loopback()
    with socket.socket() as outside:
        outside.settimeout(5)
        assert outside.connect_ex(NOWHERE) == errno.ENETUNREACH
    return subprocess.run(sys.argv[1:], env=dict(os.environ), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
