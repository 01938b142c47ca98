// Readings of Japanese words, which Anki writes as ` 漢字[かんじ]`.

type Piece = { readonly before: string; readonly word: string; readonly reading: string };

/** A word begins after a space, a tag or another reading. */
function splitReadings(html: string): { found: Piece[]; rest: string } {
  const found: Piece[] = [];
  let from = 0;
  for (;;) {
    const open = html.indexOf("[", from);
    const close = open < 0 ? -1 : html.indexOf("]", open);
    if (close < 0) return { found, rest: html.slice(from) };
    const text = html.slice(from, open);
    const begin = Math.max(text.lastIndexOf(" "), text.lastIndexOf(">"), text.lastIndexOf(";")) + 1;
    const before = text.slice(0, begin).replace(/ $/, "");
    found.push({ before, word: text.slice(begin), reading: html.slice(open + 1, close) });
    from = close + 1;
  }
}

function replaceReadings(html: string, spell: (word: string, reading: string) => string): string {
  if (!html.includes("[")) return html;
  const { found, rest } = splitReadings(html);
  const isReading = ({ word, reading }: Piece) => word !== "" && !/^(?:sound:|\/?latex|\/?\$)/.test(reading);
  const words = found.map((piece) => {
    const { before, word, reading } = piece;
    return before + (isReading(piece) ? spell(word, reading) : `${word}[${reading}]`);
  });
  return words.join("") + rest;
}

/** Writes each reading in parentheses behind its word, `漢字(かんじ)`. What else is in brackets, such as a sound, stays. */
export function bracketReadings(html: string): string {
  return replaceReadings(html, (word, reading) => `${word}(${reading})`);
}

/** Leaves the readings alone, as Anki's filter `kana` does. */
export function extractKana(html: string): string {
  return replaceReadings(html, (_word, reading) => reading);
}

/** Leaves the words alone, as Anki's filter `kanji` does. */
export function extractKanji(html: string): string {
  return replaceReadings(html, (word) => word);
}
