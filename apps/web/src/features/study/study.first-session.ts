const FLAG = "hasCompletedFirstSession";

export function isFirstCompletionPending(): boolean {
  try {
    return localStorage.getItem(FLAG) === null;
  } catch {
    return false;
  }
}

export function claimFirstCompletion(): boolean {
  try {
    if (localStorage.getItem(FLAG) !== null) return false;
    localStorage.setItem(FLAG, "true");
    return true;
  } catch {
    // Without storage the rating dialog would open after every session.
    return false;
  }
}
