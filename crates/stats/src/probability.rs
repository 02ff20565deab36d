//! Distribution functions that the intervals and tests rest on: normal, Student's t, chi-square, beta, binomial.
//!
//! Good to about 1e-12 relative; quantiles by bisection. Golden values from scipy 1.x in `tests/suite/golden.rs`.
//!
//! Sources: Stirling's series; Legendre's continued fraction for the incomplete gamma function; the continued fraction of the
//! incomplete beta function (DLMF 8.17.22), evaluated by Lentz's method; C. Loader's saddle-point form of the binomial.

use std::f64::consts::PI;

/// More steps than any continued fraction or series here needs.
const MOST_STEPS: u32 = 10_000;
/// Relative change at which series and fractions end.
const CLOSE: f64 = 1e-15;
/// Stands for zero in a continued fraction.
const TINY: f64 = 1e-300;

/// P(Z > z) of the standard normal distribution.
pub fn normal_upper(z: f64) -> f64 {
    let tail = 0.5 * gamma_upper(0.5, z * z / 2.0);
    if z >= 0.0 { tail } else { 1.0 - tail }
}

/// The z with P(Z ≤ z) = `share`, 0 < share < 1.
pub fn normal_quantile(share: f64) -> f64 {
    let (tail, sign) = if share < 0.5 {
        (share, -1.0)
    } else {
        (1.0 - share, 1.0)
    };
    sign * bisect(0.0, 40.0, |z| normal_upper(z) > tail)
}

/// P(T > t) of Student's t-distribution.
pub fn t_upper(t: f64, freedom: f64) -> f64 {
    let tail = 0.5 * beta_lower(freedom / 2.0, 0.5, freedom / (freedom + t * t));
    if t >= 0.0 { tail } else { 1.0 - tail }
}

/// The t with P(T > t) = `tail`, 0 < tail ≤ 1/2.
pub fn t_quantile_upper(tail: f64, freedom: f64) -> f64 {
    let mut high = 2.0;
    while t_upper(high, freedom) > tail && high < 1e300 {
        high *= 2.0;
    }
    bisect(0.0, high, |t| t_upper(t, freedom) > tail)
}

/// P(X > x) of the chi-square distribution.
pub fn chi_square_upper(x: f64, freedom: f64) -> f64 {
    gamma_upper(freedom / 2.0, x / 2.0)
}

/// The x with P(X ≤ x) = `share` of the chi-square distribution.
pub fn chi_square_quantile(share: f64, freedom: f64) -> f64 {
    let mut high = 2.0 * freedom + 10.0;
    let below = |x: f64| 1.0 - chi_square_upper(x, freedom);
    while below(high) < share && high < 1e300 {
        high *= 2.0;
    }
    bisect(0.0, high, |x| below(x) < share)
}

/// P(X = k) of n trials with this chance, 0 < chance < 1.
pub fn binomial(k: u64, n: u64, chance: f64) -> f64 {
    let (k_f, n_f) = (k as f64, n as f64);
    if k == 0 {
        return (n_f * (-chance).ln_1p()).exp();
    }
    if k == n {
        return (n_f * chance.ln()).exp();
    }
    let rest = n_f - k_f;
    let log = stirling_error(n_f)
        - stirling_error(k_f)
        - stirling_error(rest)
        - deviance(k_f, n_f * chance)
        - deviance(rest, n_f * (1.0 - chance));
    log.exp() * (n_f / (2.0 * PI * k_f * rest)).sqrt()
}

/// P(X ≤ k) of n trials with this chance.
pub fn binomial_lower(k: u64, n: u64, chance: f64) -> f64 {
    if k >= n {
        return 1.0;
    }
    beta_lower((n - k) as f64, k as f64 + 1.0, 1.0 - chance)
}

/// ln n! less Stirling's approximation of it.
fn stirling_error(n: f64) -> f64 {
    if n < 16.0 {
        return ln_gamma(n + 1.0) - (n + 0.5) * n.ln() + n - 0.5 * (2.0 * PI).ln();
    }
    let square = n * n;
    (1.0 / 12.0
        - (1.0 / 360.0 - (1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / 1188.0 / square) / square) / square) / square)
        / n
}

/// x ln(x/m) + m − x without cancellation.
fn deviance(x: f64, mean: f64) -> f64 {
    let gap = (x - mean) / (x + mean);
    if gap.abs() > 0.1 {
        return x * (x / mean).ln() + mean - x;
    }
    // x ln(x/m) = 2x artanh(gap), and m − x = −gap (x + m).
    let mut sum = (x - mean) * gap;
    let mut power = 2.0 * x * gap;
    for step in 1..MOST_STEPS {
        power *= gap * gap;
        let more = sum + power / f64::from(2 * step + 1);
        if more == sum {
            break;
        }
        sum = more;
    }
    sum
}

/// ln Γ(x), x > 0.
pub fn ln_gamma(x: f64) -> f64 {
    let (mut shifted, mut product) = (x, 1.0);
    while shifted < 16.0 {
        product *= shifted;
        shifted += 1.0;
    }
    let n = shifted - 1.0;
    // Γ(n + 1) by Stirling with its error, n ≥ 15.
    let square = shifted * shifted;
    let series = (1.0 / 12.0
        - (1.0 / 360.0 - (1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / 1188.0 / square) / square) / square) / square)
        / shifted;
    (n + 0.5) * shifted.ln() - shifted + 0.5 * (2.0 * PI).ln() + series - product.ln()
}

/// Γ(a, x)/Γ(a).
fn gamma_upper(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let front = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        // The lower function by its power series.
        let (mut term, mut sum) = (1.0 / a, 1.0 / a);
        for step in 1..MOST_STEPS {
            term *= x / (a + f64::from(step));
            sum += term;
            if term < sum * CLOSE {
                break;
            }
        }
        return (1.0 - front * sum).max(0.0);
    }
    let fraction = lentz(x + 1.0 - a, |step| {
        let step = f64::from(step);
        (step * (a - step), x + 2.0 * step + 1.0 - a)
    });
    front / fraction
}

/// I_x(a, b), the beta distribution function.
pub fn beta_lower(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_lower(b, a, 1.0 - x);
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp() / a;
    let fraction = lentz(1.0, |step| {
        let half = f64::from(step / 2);
        let numerator = if step % 2 == 0 {
            half * (b - half) * x / ((a + 2.0 * half - 1.0) * (a + 2.0 * half))
        } else {
            -(a + half) * (a + b + half) * x / ((a + 2.0 * half) * (a + 2.0 * half + 1.0))
        };
        (numerator, 1.0)
    });
    front / fraction
}

/// first + n₁/(d₁ + n₂/(d₂ + …)) with (n, d) of each step from 1.
fn lentz(first: f64, step_of: impl Fn(u32) -> (f64, f64)) -> f64 {
    let nonzero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut fraction = nonzero(first);
    let (mut c, mut d) = (fraction, 0.0);
    for step in 1..MOST_STEPS {
        let (numerator, denominator) = step_of(step);
        d = 1.0 / nonzero(denominator + numerator * d);
        c = nonzero(denominator + numerator / c);
        let change = c * d;
        fraction *= change;
        if (change - 1.0).abs() < CLOSE {
            break;
        }
    }
    fraction
}

/// Where a condition that holds at the low end stops to hold.
fn bisect(mut low: f64, mut high: f64, below: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..200 {
        let middle = low.midpoint(high);
        if middle <= low || middle >= high {
            break;
        }
        if below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low.midpoint(high)
}
