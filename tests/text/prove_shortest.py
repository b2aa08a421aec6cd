"""Proof that weft__shortest64 (src/text/scale.h) decides rightly for every double with equal gaps.

The routine compares the first 64 bits of F and H, and of 10 F with a half. It can only be wrong where the exact difference is
below 4 / 2^64 (24 / 2^64 for the digit): further away, cut-off bits and the error of the power (below 2^-72) cannot matter.
For each exponent this enumerates all significands that come so close, by the "first hit" recursion for a*x mod m in an
interval, and runs the routine's arithmetic on them against exact fractions. Differences of zero are too many to enumerate
where the denominator is small; there both sides are exact fractions of few bits, which are cut off alike, and samples are
checked. Takes ten seconds.
"""
from fractions import Fraction
import sys

sys.setrecursionlimit(10000)
MASK = (1 << 64) - 1
bad = checked = 0


def power(e):
    """weft__pow10 row of e as one integer of 128 bits, and floor(log2(10^e))."""
    if e >= 0:
        n = 10**e
        bits = n.bit_length()
        return (n << 256) >> (256 + bits - 128), bits - 1
    d = 10**-e
    scale = d.bit_length() + 300
    q = (1 << scale) // d
    bits = q.bit_length()
    return (q >> (bits - 128)) + (1 if e >= -27 else 0), bits - 1 - scale


def routine(c, shift, g):
    upper, lower = g >> 64, g & MASK
    cs = c << shift
    assert cs < 1 << 64
    p = cs * upper + (cs * lower >> 64)
    hi, lo = p >> 64, p & MASK
    f = (hi << 55 | lo >> 9) & MASK
    h = (upper >> (10 - shift)) + (~c & 1)
    up, down = (f + h) >> 64, int(h > f)
    digit = (f * 10 + (1 << 63) + 6) >> 64
    if f == 1 << 62:
        digit = 2
    return (hi >> 9, up, down, 0 if up or down else digit)


def truth(c, q, k):
    unit = Fraction(10) ** (k + 1)
    x = c * Fraction(2) ** q / unit
    half = Fraction(2) ** (q - 1) / unit
    whole = x.numerator // x.denominator
    f = x - whole
    even = c % 2 == 0
    down = f <= half if even else f < half
    up = 1 - f <= half if even else 1 - f < half
    t = 10 * f
    digit = t.numerator // t.denominator
    rest = t - digit
    if rest > Fraction(1, 2) or (rest == Fraction(1, 2) and digit % 2):
        digit += 1
    return (whole, int(up), int(down), 0 if up or down else digit)


def first(a, m, lo, hi):
    """Least x >= 0 with lo <= a*x mod m <= hi, for 0 <= lo <= hi < m; None: there is none."""
    if lo == 0:
        return 0
    if a == 0:
        return None
    if 2 * a > m:
        a, lo, hi = m - a, m - hi, m - lo
    x = -(-lo // a)
    if a * x <= hi:
        return x
    y = first(m % a, a, -hi % a, -lo % a)
    return None if y is None else -(-(lo + m * y) // a)


def hits(a, b, m, lo, hi, left, right):
    """All c in [left, right] with (a*c + b) mod m in [lo, hi], lo may be negative."""
    a %= m
    c = left
    while c <= right:
        low = (lo - (a * c + b)) % m
        high = low + hi - lo
        x = 0 if high >= m else first(a, m, low, high)
        if x is None or c + x > right:
            return
        c += x
        yield c
        c += 1


def check(c, q, shift, k, g):
    global bad, checked
    checked += 1
    if routine(c, shift, g) != truth(c, q, k):
        bad += 1
        print("wrong:", c, "* 2 ^", q)


for biased in range(1, 2047):
    q = biased - 1075
    k = (q * 315653) >> 20
    assert Fraction(10) ** k <= Fraction(2) ** q < Fraction(10) ** (k + 1)
    g, log2 = power(-k - 1)
    assert log2 == ((-k - 1) * 217707) >> 16
    shift = q + log2 + 10
    left, right = (1 if biased == 1 else 1 << 52), (1 << 53) - 1
    num, den = 1 << max(q - 1, 0), 1 << max(1 - q, 0)
    num *= 10 ** max(-k - 1, 0)
    den *= 10 ** max(k + 1, 0)
    # half the gap is num / den, the value 2 c num / den
    near = den * 4 >> 64
    for sign in (-1, 1, 0):  # F - H, F + H, F
        for lo, hi in ((1, near), (-near, -1)) if near else ():
            for c in hits(2 * num, sign * num, den, lo, hi, left, right):
                check(c, q, shift, k, g)
        for start in (left, (left + right) // 2, right - 1000):
            for i, c in enumerate(hits(2 * num, sign * num, den, 0, 0, start, right)):
                check(c, q, shift, k, g)
                if i >= 8:
                    break
    near = 2 * den * 24 >> 64  # 10 F - 1/2
    for lo, hi in ((1, near), (-near, -1)) if near else ():
        for c in hits(40 * num, den, 2 * den, lo, hi, left, right):
            check(c, q, shift, k, g)
    for start in (left, (left + right) // 2, right - 1000):
        for i, c in enumerate(hits(40 * num, den, 2 * den, 0, 0, start, right)):
            check(c, q, shift, k, g)
            if i >= 8:
                break
print("checked", checked, "close cases in 2046 exponents, wrong:", bad)
sys.exit(bad != 0)
