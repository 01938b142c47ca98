import type { SessionRating } from "#features/study/study.session.ts";

const FLAG = "knowsForgottenButton";
const HARD_IN_SESSION = 3;

/**
 * Whether to tell of "No la recordé": Difícil was pressed several times, and that button never in this session, nor before
 * on this device as far as is known.
 */
export function wantsForgottenHint(ratings: readonly SessionRating[]): boolean {
  if (usedForgotten(ratings)) return false;
  const hard = ratings.filter(({ choice }) => choice === "hard").length;
  return hard >= HARD_IN_SESSION && !isForgottenButtonKnown();
}

export function usedForgotten(ratings: readonly SessionRating[]): boolean {
  return ratings.some(({ choice }) => choice === "forgotten");
}

export function rememberForgottenButton(): void {
  try {
    localStorage.setItem(FLAG, "true");
  } catch {
    // Then the hint does not come either.
  }
}

function isForgottenButtonKnown(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null;
  } catch {
    // Without storage the hint would come after every session.
    return true;
  }
}
