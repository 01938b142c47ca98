import { catalog } from "@repasa/catalog/catalog.ts";
import { judge } from "#judge.ts";
import { readList } from "#lists.ts";
import { createGenerator } from "./generator.ts";

const KEYBOARD = ["qwertyuiop", "asdfghjklñ", "zxcvbnm"];

/** Makes a slip in a word at a letter that is neither the first nor the last: doubled, lost, exchanged or a neighbouring key. */
const SLIPS: readonly ((word: string, at: number) => string)[] = [
  (word, at) => word.slice(0, at) + word[at] + word.slice(at),
  (word, at) => word.slice(0, at) + word.slice(at + 1),
  (word, at) => (at + 2 < word.length ? word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2) : word),
  (word, at) => {
    const row = KEYBOARD.find((keys) => keys.includes((word[at] as string).toLowerCase()));
    const key = row?.[row.indexOf((word[at] as string).toLowerCase()) + 1] ?? row?.at(-2);
    return key ? word.slice(0, at) + key + word.slice(at + 1) : word;
  },
];

/** Makes each kind of slip once in each long word of the catalogue's answers, and counts those that `judge` finds close. */
export function countSlips(): { of: number; close: number; refused: string[] } {
  const random = createGenerator(1);
  const counts = { of: 0, close: 0, refused: [] as string[] };
  for (const { cards } of catalog) {
    for (const { back } of cards) {
      if (readList(back)) continue;
      for (const { 0: word, index } of back.matchAll(/\p{L}{6,}/gu)) {
        for (const slip of SLIPS) {
          const typo = slip(word, 1 + Math.floor(random() * (word.length - 2)));
          if (typo === word) continue;
          const typed = back.slice(0, index) + typo + back.slice(index + word.length);
          counts.of++;
          if (judge(back, typed).verdict === "close") counts.close++;
          else counts.refused.push(`${judge(back, typed).verdict}: ${word} <- ${typo}`);
        }
      }
    }
  }
  return counts;
}
