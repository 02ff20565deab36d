//! A least-squares line through a series of equidistant values.

/// Seconds at either end that make no drift by themselves.
const LEAST_EDGE: usize = 3;

pub(crate) struct FittedLine {
    pub(crate) mean: f64,
    pub(crate) slope: f64,
    /// Sum of squared deviations from it.
    pub(crate) cost: f64,
    /// Sum of squared deviations from the mean.
    pub(crate) total: f64,
}

impl FittedLine {
    pub(crate) fn fit(values: &[f64]) -> Self {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let centre = (n - 1.0) / 2.0;
        let (mut along, mut square, mut total) = (0.0, 0.0, 0.0);
        for (place, value) in values.iter().enumerate() {
            let x = place as f64 - centre;
            along += x * (value - mean);
            square += x * x;
            total += (value - mean).powi(2);
        }
        let slope = along / square.max(1.0);
        Self {
            mean,
            slope,
            cost: (total - slope * along).max(0.0),
            total,
        }
    }

    /// What the line leaves over of the values it was fitted to.
    pub(crate) fn rest(&self, values: &[f64]) -> Vec<f64> {
        let centre = (values.len() as f64 - 1.0) / 2.0;
        values
            .iter()
            .enumerate()
            .map(|(place, value)| value - self.mean - self.slope * (place as f64 - centre))
            .collect()
    }

    /// Whether the series goes on falling or rising, at half that slope at least, without its first and last tenth: a few odd
    /// seconds at an end tilt a line through all of them.
    pub(crate) fn holds_inside(&self, values: &[f64]) -> bool {
        let edge = (values.len() / 10).max(LEAST_EDGE);
        let inner = values
            .get(edge..values.len().saturating_sub(edge))
            .unwrap_or_default();
        !inner.is_empty() && Self::fit(inner).slope / self.slope >= 0.5
    }
}
