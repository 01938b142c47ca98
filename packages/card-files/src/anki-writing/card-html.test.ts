import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { renderMarkdownSide, renderPlainText, stripField } from "./card-html.ts";

const ID = "a".repeat(64);
const html = (text: string, gaps = false) =>
  renderMarkdownSide(text, (id) => (id === ID ? { name: "hoja.png", isSound: false } : null), { gaps });

describe("renderPlainText", () => {
  test.each(
    Object.entries({
      "a < b & c > d": "a &lt; b &amp; c &gt; d",
      "uno\ndos\r\ntres": "uno<br>dos<br>tres",
      "  a  b": "&nbsp; a&nbsp; b",
      "<script>alert(1)</script>": "&lt;script&gt;alert(1)&lt;/script&gt;",
      "[sound:x.mp3] [latex]a[/latex] [$]b[/$]": "&#91;sound:x.mp3] &#91;latex]a[/latex] &#91;$]b[/$]",
      "\\(x\\) \\[y\\]": "\\<span>(</span>x\\) \\<span>[</span>y\\]",
      "**a** {{c1::b}}": "**a** {{c1::b}}",
    }),
  )("renders %j", (text, expected) => {
    expect(renderPlainText(text)).toBe(expected);
  });
});

describe("renderMarkdownSide", () => {
  test.each([
    ["**a** _b_ ~~c~~ `d`", "<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>"],
    ["$a<b$ y \\(c\\)", "<p>\\(a&#x3C;b\\) y \\(c\\)</p>"],
    ["Cuesta 5$ o 6$, 10$/kg y 12$/kg", "<p>Cuesta 5$ o 6$, 10$/kg y 12$/kg</p>"],
    ["$5 y $6", "<p>$5 y $6</p>"],
    ["5 $ y 6 $, \\(x\\)5 y $\\alpha$", "<p>5 $ y 6 $, \\(x\\)5 y \\(\\alpha\\)</p>"],
    ["\\[x^2\\]", "<p>\\[x^2\\]</p>"],
    ["`\\(a\\)`", "<p><code>\\(a\\)</code></p>"],
    ["<img src=x onerror=alert(1)>", "<p>&#x3C;img src=x onerror=alert(1)></p>"],
    ["[a](javascript:alert(1)) [b](https://x.example)", '<p>a <a href="https://x.example">b</a></p>'],
    ["![x](https://evil.example/a.png)", '<p><a href="https://evil.example/a.png">x</a></p>'],
    ["Una frase, sin más: (ya) está.", "<p>Una frase, sin más: (ya) está.</p>"],
    ["véase www.x.example", '<p>véase <a href="http://www.x.example">www.x.example</a></p>'],
    [`![h](media:${ID})`, '<p><img src="hoja.png" alt="h"></p>'],
    [
      "- [x] hecho",
      '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked disabled> hecho</li></ul>',
    ],
    ["[sound:x.mp3]", "<p>&#91;sound:x.mp3]</p>"],
  ])("renders %j", (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  test.each([
    ["{{c1::a}} {{c2::b::pista}}", "<p>{{c1::a}} {{c2::b::pista}}</p>"],
    ["{{c1::a {{c2::b}} c}}", "<p>{{c1::a {{c2::b}} c}}</p>"],
    ["$x^{{c1::2}}$", "<p>\\(x^{{c1::2}}\\)</p>"],
    ["{{c1::_cis_}} x{{c2::_¡a!_::_p_}}y", "<p>{{c1::<em>cis</em>}} x{{c2::<em>¡a!</em>::<em>p</em>}}y</p>"],
    ["`a_{{c1::b}}_` $x_{{c1::2}}$", "<p><code>a_{{c1::b}}_</code> \\(x_{{c1::2}}\\)</p>"],
    ["**{{c1::a}}** {{c2::**b**}}", "<p><strong>{{c1::a}}</strong> {{c2::<strong>b</strong>}}</p>"],
  ])("preserves the gaps of %j", (text, expected) => {
    expect(html(text, true)).toBe(expected);
  });

  it("writes only harmless elements and addresses, whatever the text", () => {
    const anySign = fc.constantFrom(
      "*",
      "_",
      "`",
      "$",
      "[",
      "]",
      "(",
      ")",
      "<",
      ">",
      "!",
      "\\",
      "{{c1::",
      "}}",
      "\n",
      "a",
      "&",
      "|",
      "javascript:",
    );
    fc.assert(
      fc.property(fc.string({ unit: anySign, maxLength: 40 }), fc.boolean(), (text, gaps) => {
        const rendered = html(text, gaps);
        for (const [, name] of rendered.matchAll(/<([a-z]\w*)/gi))
          expect(name).not.toMatch(/script|iframe|style|object|meta|base/i);
        expect(rendered).not.toMatch(/(href|src)="(?!hoja\.png|https?:|mailto:)/i);
      }),
      { numRuns: 500 },
    );
  });

  it.each(["*a ".repeat(6000), "[".repeat(20_000), "> ".repeat(9000), "`".repeat(3000), "{{c1::".repeat(3000)])(
    "takes linear time for %.10s...",
    (text) => {
      const started = performance.now();
      html(text, true);
      expect(performance.now() - started).toBeLessThan(10_000);
    },
  );
});

test.each([
  ['a <b>b</b> <img src="x.png"> &lt;c&gt; &#91;d', "a b  x.png  <c> [d"],
  ["<p>[sound:x.mp3]</p>", "x.mp3"],
])("stripField turns %s into %s", (field, expected) => {
  expect(stripField(field)).toBe(expected);
});
