import type { Segment } from "@repasa/answers/difference.ts";

/** The marks of letters that the two texts do not share: not by colour alone. */
const marks = {
  accepted: { Mark: "ins", look: "text-easy underline decoration-3 decoration-easy-mark underline-offset-4" },
  typed: { Mark: "del", look: "text-hard line-through decoration-2 decoration-hard-mark" },
} as const;

type DifferenceTextProps = { segments: readonly Segment[]; side: "accepted" | "typed" };

/** One of two texts: letters that were not typed are underlined in the answer, and those that it lacks are struck out in the other. */
export function DifferenceText({ segments, side }: DifferenceTextProps) {
  const { Mark, look } = marks[side];
  return segments.map(({ kind, [side]: letters }, index) =>
    kind === "same" || letters === "" ? (
      letters
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a comparison never move
      <Mark key={index} className={`font-bold ${look}`}>
        {letters}
      </Mark>
    ),
  );
}
