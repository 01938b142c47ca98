const FLAG = "hasCompletedFirstSession";

/**
 * In sessionStorage from the first completed session ever until the student leaves it and is asked to rate the app: the screen that
 * follows may be another document.
 */
const DUE = "repasa:rating-question";

/** Returns whether the student is to be asked to rate the app after leaving the summary that is shown. */
export function isRatingQuestionDue(): boolean {
  return isQuestionDue() || isFirstCompletion();
}

/** Stores that a session was completed. After the first one ever, the question is due. */
export function noteCompletedSession(): void {
  if (!isFirstCompletion()) return;
  try {
    localStorage.setItem(FLAG, "true");
    sessionStorage.setItem(DUE, "true");
  } catch {
    // The question would be asked after every session.
  }
}

/** Returns whether to ask now. It is asked only once. */
export function takeRatingQuestion(): boolean {
  const isDue = isQuestionDue();
  if (isDue) sessionStorage.removeItem(DUE);
  return isDue;
}

function isQuestionDue(): boolean {
  try {
    return sessionStorage.getItem(DUE) !== null;
  } catch {
    return false;
  }
}

/** Returns whether no session was completed on this device yet. */
export function isFirstCompletion(): boolean {
  try {
    return localStorage.getItem(FLAG) === null;
  } catch {
    return false;
  }
}
