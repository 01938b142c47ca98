import { expect, it } from "vitest";
import { drawMarkdown } from "#features/cards/markdown/markdown.drawing.ts";
import { getExtensions } from "#features/cards/markdown/markdown.extensions.ts";
import { loadRenderers } from "#features/cards/text/components/rich-text.tsx";

const pieces = [
  ..."* [ _ ` < ! ![ ![]( $ ~ *a[ ~~a **a*b _a_ ]( [a]( & &# <a@ a@ a. http:// \\ \\( \\[ {{c1:: {{c1::a}} [[a]] [a][ $a$ ``a`".split(
    " ",
  ),
  ..."*a* *** <!-- # | |a [^a]: *a**b a* **a `a ( [a](b( -_ a_b &a; a.a@ $x^2$ x^ \\frac{ \\def\\a{\\a\\a}\\a".split(
    " ",
  ),
  ...["> ", "- ", "1. ", "*a ", "_a ", "- - ", "* * ", "<a ", "~ ", "[a]: ", '[x](y "', '<a b="'],
  ...[
    "\t",
    "\n",
    "+\n",
    "a\n=\n",
    "```\n",
    "~~~\n",
    "[a]:b\n",
    "\n> - ",
    "\n\n- a",
    "- a\n  ",
    "a|b\n-|-\n",
    "a|b\n",
    "```js\n`",
  ],
];
/** In UTF-16 units. Most of the longer texts exceed the limits of `isTooDense`, so only the shorter ones are parsed. */
const lengths = [2000, 20_000];

it("takes a short time for long repetitions of any Markdown construct", async () => {
  await loadRenderers(["$a$ ```js"]);
  const slow: [string, number, number][] = [];
  for (const piece of pieces) {
    for (const length of lengths) {
      const text = `$a$ ${piece.repeat(Math.ceil(length / piece.length)).slice(0, length)}`;
      const started = performance.now();
      const extensions = getExtensions(text);
      drawMarkdown({ text, gaps: { number: 1, hidden: true }, terms: [], components: {}, extensions });
      const ms = Math.round(performance.now() - started);
      // On an idle machine each text takes at most 200 ms; the machine that runs the tests may be busy.
      if (ms > 5000) slow.push([piece, length, ms]);
    }
  }
  expect(slow).toEqual([]);
});
