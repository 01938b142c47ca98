import type { SessionRating } from "#features/study/study.state.ts";

const FLAG = "knowsForgottenButton";
const HARD_IN_SESSION = 3;

/**
 * Returns whether to explain the button "No la recordé": the student pressed Difícil several times in this session, but
 * never "No la recordé", neither in this session nor, as far as is known, before on this device. Only cards that were turned
 * over count, because the verdict on a typed answer proposes its rating.
 */
export function isForgottenHintDue(ratings: readonly SessionRating[]): boolean {
  if (hasUsedForgotten(ratings)) return false;
  const hard = ratings.filter(({ choice, mode }) => choice === "hard" && mode === undefined).length;
  return hard >= HARD_IN_SESSION && !isForgottenButtonKnown();
}

export function hasUsedForgotten(ratings: readonly SessionRating[]): boolean {
  return ratings.some(({ choice, mode }) => choice === "forgotten" && mode === undefined);
}

export function markForgottenButtonKnown(): void {
  try {
    localStorage.setItem(FLAG, "true");
  } catch {
    // Without storage the hint is never shown.
  }
}

function isForgottenButtonKnown(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null;
  } catch {
    // Without storage the hint would be shown after every session.
    return true;
  }
}
