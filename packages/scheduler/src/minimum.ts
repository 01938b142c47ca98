/**
 * A loss at a point with its derivatives there, and its second derivatives or an approximation of them: row by row, only
 * the lower half.
 */
export type Loss = { readonly loss: number; readonly slopes: Float64Array; readonly curvature: Float64Array };

/** The range of a point: the lowest and highest value of each coordinate. */
export type Box = { readonly min: Float64Array; readonly max: Float64Array };

const MAX_STEPS = 24;
const MIN_RELATIVE_GAIN = 1e-7; // as a share of the loss
const CAUTION = { start: 0.01, afterGain: 0.2, afterLoss: 5 } as const;

/**
 * Finds the minimum of a smooth loss in a box, near a start, by the method of Levenberg and Marquardt. Coordinates that
 * are at a bound and would cross it are held fixed. Deterministic; the loss is never higher than at the start.
 */
export function minimize(lossAt: (point: Float64Array) => Loss, start: Float64Array, box: Box): Float64Array {
  let point = start;
  let here = lossAt(point);
  let caution: number = CAUTION.start;
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = computeNextPoint(point, here, caution, box);
    const there = lossAt(next);
    const gain = here.loss - there.loss;
    if (gain > 0) {
      point = next;
      here = there;
    }
    if (Math.abs(gain) <= MIN_RELATIVE_GAIN * Math.abs(here.loss)) break;
    caution *= gain > 0 ? CAUTION.afterGain : CAUTION.afterLoss;
  }
  return point;
}

function computeNextPoint(
  point: Float64Array,
  { slopes, curvature }: Loss,
  caution: number,
  { min, max }: Box,
): Float64Array {
  const size = point.length;
  const held = Array.from(point, (value, i) => {
    const slope = slopes[i] as number;
    return (value <= (min[i] as number) && slope > 0) || (value >= (max[i] as number) && slope < 0);
  });
  const matrix = Float64Array.from(curvature);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) if (held[i] || held[j]) matrix[i * size + j] = 0;
    matrix[i * size + i] = held[i] ? 1 : (1 + caution) * (matrix[i * size + i] as number);
  }
  const step = solve(
    matrix,
    slopes.map((slope, i) => (held[i] ? 0 : -slope)),
  );
  return point.map((value, i) => Math.min(max[i] as number, Math.max(min[i] as number, value + (step[i] as number))));
}

/**
 * Solves `matrix * x = right` by Cholesky's decomposition.
 *
 * @param matrix Symmetric and positive definite, row by row; only its lower half is read, and it is overwritten.
 */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const at = (row: number, column: number) => matrix[row * size + column] as number;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let rest = at(i, j);
      for (let k = 0; k < j; k++) rest -= at(i, k) * at(j, k);
      matrix[i * size + j] = i === j ? Math.sqrt(rest) : rest / at(j, j);
    }
  }
  const x = Float64Array.from(right);
  for (let i = 0; i < size; i++) {
    let rest = x[i] as number;
    for (let k = 0; k < i; k++) rest -= at(i, k) * (x[k] as number);
    x[i] = rest / at(i, i);
  }
  for (let i = size - 1; i >= 0; i--) {
    let rest = x[i] as number;
    for (let k = i + 1; k < size; k++) rest -= at(k, i) * (x[k] as number);
    x[i] = rest / at(i, i);
  }
  return x;
}
