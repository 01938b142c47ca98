const SEPARATOR = "\u200b";

/** Matches characters that join the parts of an address, in any script or in a Windows share. The end of a clause joins nothing. */
const JOINTS = /[.\u2024\u3002\uff0e\uff61:\uff1a@\uff20](?=[^\s.,;:!?)»"”…])|\/(?=\/)|\\(?=\\)/gu;

const WITHIN_NUMBER = /\p{N}[.:]\p{N}/u;
const IP_ADDRESS = /\d{1,3}(?:\.\d{1,3}){3}/;

/**
 * Inserts an invisible gap into text that mail programs would turn into a link, because all links in our mails are our own.
 *
 * @param ownAddress one of our own addresses, which stays whole where it is a word of its own
 */
export function breakLinks(text: string, ownAddress: string): string {
  const gaps = text.replace(JOINTS, (joint, index: number) =>
    isOfNumber(text, index) ? joint : `${joint}${SEPARATOR}`,
  );
  return gaps.replaceAll(insertGaps(ownAddress), (found, index: number) =>
    isWithin(gaps, index, found.length) ? found : ownAddress,
  );
}

function insertGaps(text: string): string {
  return text.replace(JOINTS, `$&${SEPARATOR}`);
}

/** Matches numbers such as "12.345" or "18:30", but not parts of an IP address. */
function isOfNumber(text: string, index: number): boolean {
  if (!WITHIN_NUMBER.test(text.slice(index - 1, index + 2))) return false;
  return !IP_ADDRESS.test(text.slice(Math.max(0, index - 12), index + 13));
}

/** Returns whether a match is part of a longer word. A period or comma may follow one of our own addresses. */
function isWithin(text: string, index: number, length: number): boolean {
  const [before = "", after = ""] = [text.slice(0, index), text.slice(index + length)];
  return /[^\s(«"]$/u.test(before) || !/^(?:[.,;:)»"]*(?:\s|$))/u.test(after);
}
