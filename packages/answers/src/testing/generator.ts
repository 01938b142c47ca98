/** Returns a generator of numbers from 0 to below 1 that is the same for the same seed: `xorshift32` by G. Marsaglia. */
export function createGenerator(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b9) | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let skipped = 0; skipped < 10; skipped++) next();
  return next;
}
