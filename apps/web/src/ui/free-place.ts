export type Box = { left: number; right: number; top: number; bottom: number };

/** In CSS pixels. */
const GAP = 8;

/**
 * How far a box must rise so that it lies over none of the others.
 *
 * @param ceiling the `top` that it may not rise above
 * @returns the least rise in pixels, or undefined where there is no room
 */
export function freeRise(box: Box, others: readonly Box[], ceiling: number): number | undefined {
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
