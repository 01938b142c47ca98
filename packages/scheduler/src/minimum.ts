/** A sum of losses at a point, its derivatives there, and (an approximation of) its second ones, row by row, lower half. */
export type Loss = { readonly loss: number; readonly slopes: Float64Array; readonly curvature: Float64Array };

/** Where the point must stay: one range for each coordinate. */
export type Box = readonly { readonly min: number; readonly max: number }[];

const STEPS = 24;
const ENOUGH = 1e-7; // as a share of the loss

/**
 * The lowest point of a smooth loss within a box, near a start: Levenberg and Marquardt's method, with coordinates held
 * that lie at their bound and would leave it. Deterministic.
 */
export function lowestPoint(lossAt: (point: Float64Array) => Loss, start: Float64Array, box: Box): Float64Array {
  let point = start;
  let here = lossAt(point);
  let caution = 0.01;
  for (let tried = 0; tried < STEPS; tried++) {
    const next = stepFrom(point, here, caution, box);
    const there = lossAt(next);
    const gained = here.loss - there.loss;
    caution *= gained > 0 ? 0.2 : 5;
    if (gained > 0) {
      point = next;
      here = there;
    }
    if (Math.abs(gained) <= ENOUGH * here.loss) break;
  }
  return point;
}

function stepFrom(point: Float64Array, { slopes, curvature }: Loss, caution: number, box: Box): Float64Array {
  const held = point.map((value, i) => {
    const { min, max } = box[i] as Box[number];
    const slope = slopes[i] as number;
    return (value <= min && slope > 0) || (value >= max && slope < 0) ? 1 : 0;
  });
  const n = point.length;
  const matrix = Float64Array.from(curvature);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) if (held[i] || held[j]) matrix[i * n + j] = 0;
    matrix[i * n + i] = held[i] ? 1 : (1 + caution) * (matrix[i * n + i] as number) + 1e-12;
  }
  const step = solve(matrix, slopes.map((slope, i) => (held[i] ? 0 : -slope)));
  return point.map((value, i) => {
    const { min, max } = box[i] as Box[number];
    return Math.min(max, Math.max(min, value + (step[i] as number)));
  });
}

/** Solves `matrix * x = right` for a symmetric, positive definite matrix (its lower half is read) by Cholesky. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const at = (i: number, j: number) => matrix[i * n + j] as number;
  const x = Float64Array.from(right);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = at(i, j);
      for (let k = 0; k < j; k++) sum -= at(i, k) * at(j, k);
      matrix[i * n + j] = i === j ? Math.sqrt(sum) : sum / at(j, j);
    }
  }
  for (let i = 0; i < n; i++) {
    let sum = x[i] as number;
    for (let k = 0; k < i; k++) sum -= at(i, k) * (x[k] as number);
    x[i] = sum / at(i, i);
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[i] as number;
    for (let k = i + 1; k < n; k++) sum -= at(k, i) * (x[k] as number);
    x[i] = sum / at(i, i);
  }
  return x;
}
