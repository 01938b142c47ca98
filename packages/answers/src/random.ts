/**
 * Returns a number from 0 to below 1 that follows from a text, so that the same choice can be made again. Texts that differ in one
 * character have unrelated numbers.
 *
 * Source: FNV-1a by G. Fowler, L. C. Noll and K.-P. Vo, with the last steps of MurmurHash3 by A. Appleby.
 */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let unit = 0; unit < text.length; unit++) hash = Math.imul(hash ^ text.charCodeAt(unit), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
