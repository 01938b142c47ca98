/**
 * Returns a number from 0 to 1 that looks random, and is always the same for the same two whole numbers. So the luck of
 * one card depends neither on the number of other cards nor on the order in which they are processed.
 */
export function drawLuck(one: number, other: number): number {
  let mixed = Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(other ^ 0x7f4a7c15, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}
