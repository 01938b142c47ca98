export type Box = { left: number; right: number; top: number; bottom: number };

/** The distance to the other boxes, in CSS pixels. */
const GAP = 8;

/**
 * Computes how far a box must rise so that it overlaps none of the others.
 *
 * @param ceiling The least `top` that the box may have.
 * @returns The least rise in CSS pixels, or undefined if there is no room.
 */
export function computeRise(box: Box, others: readonly Box[], ceiling: number): number | undefined {
  const inTheWay = others.filter(({ left, right }) => left < box.right && right > box.left);
  let rise = 0;
  for (;;) {
    const [top, bottom] = [box.top - rise, box.bottom - rise];
    if (top < ceiling) return undefined;
    const hit = inTheWay.filter((other) => other.top < bottom && other.bottom > top);
    if (hit.length === 0) return rise;
    rise = box.bottom - Math.min(...hit.map((other) => other.top)) + GAP;
  }
}
