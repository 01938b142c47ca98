import type { Verdict } from "@repasa/answers/judge.ts";
import { cx } from "#ui/cx.ts";

const CHECK = "M4 12l5 5L20 6";

/** A shape and a colour for each verdict. */
const looks: Record<Verdict, { path: string; look: string }> = {
  right: { path: CHECK, look: "text-easy" },
  accent: { path: CHECK, look: "text-easy" },
  close: { path: "M4 14c3-6 5-6 8-2s5 4 8-2", look: "text-medium" },
  wrong: { path: "M6 6l12 12M18 6L6 18", look: "text-hard" },
};

export const findVerdictLook = (verdict: Verdict): string => looks[verdict].look;

/** The shape of a verdict, in its colour. The words beside it say the same. */
export function VerdictSign({ verdict, className }: { verdict: Verdict; className: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      className={cx("shrink-0 fill-none stroke-3 stroke-current", looks[verdict].look, className)}
    >
      <path d={looks[verdict].path} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
