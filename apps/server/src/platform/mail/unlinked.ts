const SEPARATOR = "\u200b";

/** What joins the parts of an address, also in other scripts or as a share of Windows. What ends a clause joins nothing. */
const JOINTS = /[.\u2024\u3002\uff0e\uff61:\uff1a@\uff20](?=[^\s.,;:!?)»"”…])|\/(?=\/)|\\(?=\\)/gu;

const WITHIN_NUMBER = /\p{N}[.:]\p{N}/u;
const IP_ADDRESS = /\d{1,3}(?:\.\d{1,3}){3}/;

/**
 * What mail programs would make a link of gets an invisible gap, so that they don't: links in our mails are our own.
 *
 * @param kept an address of ours that stays whole where it stands by itself
 */
export function unlinked(text: string, kept: string): string {
  const gaps = text.replace(JOINTS, (joint, index: number) =>
    isOfNumber(text, index) ? joint : `${joint}${SEPARATOR}`,
  );
  return gaps.replaceAll(separated(kept), (found, index: number) =>
    isWithin(gaps, index, found.length) ? found : kept,
  );
}

function separated(text: string): string {
  return text.replace(JOINTS, `$&${SEPARATOR}`);
}

/** As in "12.345" or "18:30", but not in an IP address. */
function isOfNumber(text: string, index: number): boolean {
  if (!WITHIN_NUMBER.test(text.slice(index - 1, index + 2))) return false;
  return !IP_ADDRESS.test(text.slice(Math.max(0, index - 12), index + 13));
}

/** Whether a stretch is part of a longer word: a sentence may end or a comma follow behind an address of ours. */
function isWithin(text: string, index: number, length: number): boolean {
  const [before = "", after = ""] = [text.slice(0, index), text.slice(index + length)];
  return /[^\s(«"]$/u.test(before) || !/^(?:[.,;:)»"]*(?:\s|$))/u.test(after);
}
