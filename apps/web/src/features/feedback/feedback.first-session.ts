const FLAG = "hasCompletedFirstSession";

/** True from the first completed session ever until the student leaves it and is asked to rate the app. */
let isQuestionDue = false;

/** Returns whether the student is to be asked to rate the app after leaving the summary that is shown. */
export function isRatingQuestionDue(): boolean {
  return isQuestionDue || isFirstCompletion();
}

/** Stores that a session was completed. After the first one ever, the question is due. */
export function noteCompletedSession(): void {
  if (!isFirstCompletion()) return;
  try {
    localStorage.setItem(FLAG, "true");
    isQuestionDue = true;
  } catch {
    // The question would be asked after every session.
  }
}

/** Returns whether to ask now. It is asked only once. */
export function takeRatingQuestion(): boolean {
  const isDue = isQuestionDue;
  isQuestionDue = false;
  return isDue;
}

function isFirstCompletion(): boolean {
  try {
    return localStorage.getItem(FLAG) === null;
  } catch {
    return false;
  }
}
