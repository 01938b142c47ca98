/** Whether screens are checked at every size and in both colour schemes, as `npm run test:screens` does. */
export const checksAllSizes = Boolean(process.env.E2E_ALL_SIZES);

/** Returns the sizes at which to check a screen: the hardest one, which comes first, or all of them. */
export function pickSizes<Size>(sizes: readonly Size[]): readonly Size[] {
  return checksAllSizes ? sizes : sizes.slice(0, 1);
}

/** The tag of journeys that run only in `npm run test:screens`. */
export const ONLY_ALL_SIZES = { tag: "@all-sizes" };
