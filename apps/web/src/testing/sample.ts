/** Returns a function that returns the usual sample with some changes. */
export const sampleOf =
  <Sample extends object>(usual: Sample) =>
  (changes: Partial<Sample> = {}): Sample => ({ ...usual, ...changes });
