import { Check } from "lucide-react";
import type { CSSProperties } from "react";

const COLORS = ["var(--brand)", "var(--easy-mark)", "var(--medium-mark)", "var(--new-mark)"];
const PIECES = 14;

/** The end of each piece's flight, in pixels from the centre: on a ring that is wider than high, near and far by turns. */
const pieces = Array.from({ length: PIECES }, (_, index) => {
  const angle = (2 * Math.PI * (index + 0.5)) / PIECES;
  const reach = index % 2 === 0 ? 92 : 66;
  return {
    "--x": `${Math.round(Math.cos(angle) * reach * 1.35)}px`,
    "--y": `${Math.round(Math.sin(angle) * reach * 0.8)}px`,
    "--turn": `${index % 2 === 0 ? 200 : -160}deg`,
    background: COLORS[index % COLORS.length],
  } as CSSProperties;
});

/** A ring that fills around a tick, with confetti. It only moves once, and not at all with reduced motion. */
export function Celebration() {
  return (
    <div aria-hidden className="celebration">
      <span className="celebration-half celebration-right">
        <i />
      </span>
      <span className="celebration-half celebration-left">
        <i />
      </span>
      <Check className="pops size-9 text-brand-ink" strokeWidth={3} />
      {pieces.map((style, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change
        <b key={index} style={style} />
      ))}
    </div>
  );
}
