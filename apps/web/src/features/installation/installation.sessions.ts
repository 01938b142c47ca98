/** In localStorage: the name of the first session that was finished on this device, and then `OFFERED`. */
const KEY = "installOffer";
const OFFERED = "offered";

/**
 * Notes that a study session was finished. Returns whether to offer to install the app: at the end of the second one
 * alone, whatever the student answers.
 *
 * @param session The id of its first review: a session whose last rating was undone may be finished again.
 */
export function noteFinishedSession(session: string): boolean {
  try {
    const noted = localStorage.getItem(KEY);
    if (noted === session || noted === OFFERED) return false;
    localStorage.setItem(KEY, noted === null ? session : OFFERED);
    return noted !== null;
  } catch {
    return false;
  }
}
