//! Many comparisons at once: p-values adjusted so that a limit holds for all of them together.
//!
//! Source: S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6 (1979).

/// Holm's adjusted p-values, in the order given. Below 5 % of all families one below 0.05 is a false alarm, however the tests depend on
/// each other. NaN counts as 1.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let order = ascending(p);
    let mut adjusted = vec![1.0; p.len()];
    let mut largest = 0.0_f64;
    for (place, index) in order.iter().enumerate() {
        largest = largest.max(known(p[*index]) * (p.len() - place) as f64).min(1.0);
        adjusted[*index] = largest;
    }
    adjusted
}

fn known(p: f64) -> f64 {
    if p.is_nan() { 1.0 } else { p.clamp(0.0, 1.0) }
}

fn ascending(p: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| known(p[*a]).total_cmp(&known(p[*b])));
    order
}
