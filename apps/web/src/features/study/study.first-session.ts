const FLAG = "hasCompletedFirstSession";

export function awaitsFirstCompletion(): boolean {
  try {
    return localStorage.getItem(FLAG) === null;
  } catch {
    return false;
  }
}

export function takeFirstCompletion(): boolean {
  try {
    if (localStorage.getItem(FLAG) !== null) return false;
    localStorage.setItem(FLAG, "true");
    return true;
  } catch {
    // Without storage the question would come after every session.
    return false;
  }
}
