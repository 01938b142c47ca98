/** One step from an answer to a typed text. `i` and `j` are indices into the two; a step that adds or leaves out has one. */
export type Step = { readonly kind: "same" | "missing" | "extra" | "changed"; readonly i: number; readonly j: number };

/** With more pairs than this the texts are not aligned: what is between their common beginning and end counts as exchanged. */
const MOST_PAIRS = 40_000;

/**
 * Aligns two sequences by the fewest steps. Long ones that differ in much more than one place are aligned only at their ends,
 * so that the time is proportional to their length.
 *
 * Source: R. A. Wagner and M. J. Fischer, "The string-to-string correction problem", JACM 21 (1974).
 */
export function alignSequences(a: readonly string[], b: readonly string[]): Step[] {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const middle = { start, endA: a.length - end, endB: b.length - end };
  return [
    ...Array.from({ length: start }, (_, at): Step => ({ kind: "same", i: at, j: at })),
    ...((middle.endA - start) * (middle.endB - start) > MOST_PAIRS ? exchange(middle) : alignMiddle(a, b, middle)),
    ...Array.from({ length: end }, (_, at): Step => ({ kind: "same", i: middle.endA + at, j: middle.endB + at })),
  ];
}

/** Counts the steps that turn one sequence into the other: how many words or letters to add, remove or exchange. */
export function countChanges(a: readonly string[], b: readonly string[]): number {
  return alignSequences(a, b).filter(({ kind }) => kind !== "same").length;
}

type Middle = { readonly start: number; readonly endA: number; readonly endB: number };

function exchange({ start, endA, endB }: Middle): Step[] {
  return [
    ...Array.from({ length: endA - start }, (_, at): Step => ({ kind: "missing", i: start + at, j: start })),
    ...Array.from({ length: endB - start }, (_, at): Step => ({ kind: "extra", i: endA, j: start + at })),
  ];
}

function alignMiddle(a: readonly string[], b: readonly string[], { start, endA, endB }: Middle): Step[] {
  const width = endB - start + 1;
  // For each pair of ends, the fewest steps from there on.
  const steps = new Uint16Array((endA - start + 1) * width);
  const at = (i: number, j: number) => (i - start) * width + j - start;
  const count = (i: number, j: number) => steps[at(i, j)] as number;
  for (let i = endA; i >= start; i--) {
    for (let j = endB; j >= start; j--) {
      if (i === endA || j === endB) steps[at(i, j)] = endA - i + endB - j;
      else {
        const pair = count(i + 1, j + 1) + Number(a[i] !== b[j]);
        steps[at(i, j)] = Math.min(pair, count(i + 1, j) + 1, count(i, j + 1) + 1);
      }
    }
  }
  const path: Step[] = [];
  let i = start;
  let j = start;
  while (i < endA || j < endB) {
    const left = count(i, j);
    const isPair = i < endA && j < endB && left === count(i + 1, j + 1) + Number(a[i] !== b[j]);
    const isMissing = !isPair && i < endA && left === count(i + 1, j) + 1;
    path.push({ kind: isPair ? (a[i] === b[j] ? "same" : "changed") : isMissing ? "missing" : "extra", i, j });
    if (isPair || isMissing) i++;
    if (!isMissing) j++;
  }
  return path;
}
