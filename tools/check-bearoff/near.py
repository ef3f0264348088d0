#!/usr/bin/env python3
"""near.py OURS THEIRS NAME: two databases of means and deviations (four floats a placing) agree: means to 3e-4 rolls,
deviations too but for one placing in a hundred, and these to 5e-3.

makebearoff compares plays by means in floats, we by the integer means of exact distributions: where two plays are equally
good on average it may take the other one, whose deviation is another."""
import struct
import sys

MEAN, DEVIATION, RARE = 3e-4, 5e-3, 0.01
ours, theirs = (open(path, "rb").read() for path in sys.argv[1:3])
if len(ours) != len(theirs) or ours[:40] != theirs[:40]:
    sys.exit(f"{sys.argv[3]}: {len(ours)} and {len(theirs)} bytes, headers {ours[:22]} and {theirs[:22]}  MISSED")
n = (len(ours) - 40) // 4
a, b = (struct.unpack(f"<{n}f", text[40:]) for text in (ours, theirs))
off = [[abs(x - y) for x, y in zip(a[k::4], b[k::4])] for k in range(4)]
means, deviations = max(off[0] + off[2]), max(off[1] + off[3])
rare = sum(x > MEAN or y > MEAN for x, y in zip(off[1], off[3]))
good = means <= MEAN and deviations <= DEVIATION and rare <= RARE * n / 4
print(f"{sys.argv[3]:44} {n // 4:10} placings: means to {means:.1e}, deviations to {deviations:.1e}, {rare} beyond {MEAN:.0e}  "
      f"{'ok' if good else 'MISSED'}")
sys.exit(not good)
