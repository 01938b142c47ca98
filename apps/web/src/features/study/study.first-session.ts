const FLAG = "hasCompletedFirstSession";

/** Whether the first session on this device is still to be completed. */
export function awaitsFirstCompletion(): boolean {
  try {
    return localStorage.getItem(FLAG) === null;
  } catch {
    return false;
  }
}

/** Whether this is the first completed session on this device; true once and never again. */
export function takeFirstCompletion(): boolean {
  try {
    if (localStorage.getItem(FLAG) !== null) return false;
    localStorage.setItem(FLAG, "true");
    return true;
  } catch {
    // What cannot be remembered would be asked after every session.
    return false;
  }
}
