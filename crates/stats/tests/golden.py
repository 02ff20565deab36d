#!/usr/bin/env python3
"""Golden values of crates/stats/tests/suite/golden.rs that no package has: written from the definitions, in plain Python 3.

Run it without arguments; it prints what golden.rs holds.
"""
from fractions import Fraction
from itertools import combinations, product
from math import comb, exp, log


def dip(values):
    """Hartigan and Hartigan (1985) by its definition: the least d for which a distribution function with one mode lies within d of that
    of the values. Convex before the mode, concave behind it, a jump at the mode allowed. By halving, over all modes; distinct values.
    """
    x = sorted(values)
    n = len(x)

    def has_one_mode(d):
        return any(fits(d, mode) for mode in range(n))

    def fits(d, mode):
        # The step at x[i] goes from i/n to (i+1)/n: a continuous function has to be within d of both.
        low = [(i + 1) / n - d for i in range(n)]
        high = [i / n + d for i in range(n)]
        left, right = range(mode), range(mode + 1, n)
        if any(low[i] > high[i] for i in [*left, *right]):
            return False

        def line(i, yi, k, yk, at):
            return yi + (yk - yi) * (x[at] - x[i]) / (x[k] - x[i])

        # Convex: no middle point has to lie above a line between two others. Concave: none below.
        if any(low[j] > line(i, high[i], k, high[k], j) for i, j, k in combinations(left, 3)):
            return False
        if any(high[j] < line(i, low[i], k, low[k], j) for i, j, k in combinations(right, 3)):
            return False
        # The least end of the convex part at the mode, and the greatest beginning of the concave one.
        end = max([mode / n - d] + [line(i, high[i], j, low[j], mode) for i, j in combinations(left, 2)] + [low[i] for i in left])
        begin = min([(mode + 1) / n + d] + [line(j, high[j], k, low[k], mode) for j, k in combinations(right, 2)] + [high[i] for i in right])
        return end <= mode / n + d and begin >= (mode + 1) / n - d and end <= begin

    wrong, right = 0.0, 1.0
    for _ in range(60):
        middle = (wrong + right) / 2
        wrong, right = (wrong, middle) if has_one_mode(middle) else (middle, right)
    return right


def signed_rank_p(values):
    """P(W+ <= w) and P(W+ >= w) over all orders of signs; no ties, no zeros."""
    order = sorted(range(len(values)), key=lambda i: abs(values[i]))
    ranks = {i: rank + 1 for rank, i in enumerate(order)}
    seen = sum(ranks[i] for i in ranks if values[i] > 0)
    sums = [sum(rank + 1 for rank, sign in enumerate(signs) if sign) for signs in product((0, 1), repeat=len(values))]
    return (Fraction(sum(s <= seen for s in sums), len(sums)), Fraction(sum(s >= seen for s in sums), len(sums)))


def signed_rank_interval(values, tail):
    """The centre that neither one-sided test refuses at `tail`: Walsh averages, ranks counted."""
    n = len(values)
    walsh = sorted((values[i] + values[j]) / 2 for i in range(n) for j in range(i, n))
    ways = [1]
    for rank in range(1, n + 1):
        ways = [(ways[s] if s < len(ways) else 0) + (ways[s - rank] if 0 <= s - rank < len(ways) else 0) for s in range(len(ways) + rank)]
    below, cut = 0, 0
    while Fraction(below + ways[cut], 2**n) <= tail:
        below += ways[cut]
        cut += 1
    return walsh[cut - 1], walsh[-cut]


def rank_sum_p(a, b):
    """P(U <= u) and P(U >= u) over all choices of which values are the first group's."""
    u = sum(x > y for x in a for y in b)
    both = a + b
    sums = []
    for chosen in combinations(range(len(both)), len(a)):
        mine = [both[i] for i in chosen]
        others = [both[i] for i in range(len(both)) if i not in chosen]
        sums.append(sum(x > y for x in mine for y in others))
    return Fraction(sum(s <= u for s in sums), len(sums)), Fraction(sum(s >= u for s in sums), len(sums))


def tost_pairs(a, b, margin):
    """The larger of the chances that pairs as these come from a ratio at either edge of the margin (Schuirmann 1987)."""
    logs = [log(x / y) for x, y in zip(a, b)]
    not_below = signed_rank_p([value + log(1 + margin) for value in logs])[1]
    not_above = signed_rank_p([value - log(1 + margin) for value in logs])[0]
    return float(max(not_below, not_above)), [exp(end) for end in signed_rank_interval(logs, Fraction(1, 20))]


def tost_groups(a, b, margin):
    not_below = rank_sum_p([x * (1 + margin) for x in a], b)[1]
    not_above = rank_sum_p([x / (1 + margin) for x in a], b)[0]
    return float(max(not_below, not_above))


def median_ranks(n, level):
    """The innermost symmetric ranks that hold the median with the level, and the level that they have."""
    found = None
    for rank in range(1, n // 2 + 1):
        held = 1 - 2 * Fraction(sum(comb(n, k) for k in range(rank)), 2**n)
        if held >= level:
            found = rank, float(held)
    return found


def main():
    samples = [
        [1, 2, 4, 7, 11, 16, 22, 29, 37, 46],
        [10, 11, 12, 14, 15, 60, 61, 63, 64, 65, 66],
        [3, 5, 6, 9, 20, 21, 23, 40, 41, 44, 47, 58],
        [100.1, 99.2, 101.7, 98.4, 160.5, 161.2, 159.1, 100.9, 162.8, 97.3, 158.6, 130.2],
        [5, 8, 13, 21, 34, 55, 89, 144, 233],
    ]
    for values in samples:
        print("dip", values, repr(dip(values)))
    base = [100.0, 98.0, 103.0, 101.0, 97.0, 105.0, 99.0, 102.0]
    near = [101.3, 99.1, 103.9, 100.2, 98.6, 104.1, 100.6, 103.3]
    apart = [104.1, 101.2, 107.9, 103.3, 102.6, 108.8, 104.4, 105.1]
    farther = [105.3, 101.9, 108.8, 104.0, 103.5, 109.9, 105.0, 106.4]
    for other in (near, apart, farther):
        print("tost pairs", other, *tost_pairs(other, base, 0.05))
    one = [100.0, 101.5, 98.7, 102.2, 99.4]
    print("tost groups", tost_groups([100.9, 99.9, 101.1, 98.1, 102.9], one, 0.05), tost_groups([105.0, 103.7, 106.9, 104.1, 102.9], one, 0.05))
    print("median ranks", [median_ranks(n, Fraction(19, 20)) for n in (6, 9, 10, 12, 27, 39, 40)])


if __name__ == "__main__":
    main()
