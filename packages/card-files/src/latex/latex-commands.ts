// The commands, environments and letters of LaTeX in HTML.

/** Returns a map, because every object has names such as `constructor`. */
function createMap<Value>(entries: Record<string, Value>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(entries));
}

/** The tags around the argument of a command. */
export const FORMATS = createMap<readonly [string, string]>({
  ...{ textbf: ["<b>", "</b>"], textit: ["<i>", "</i>"], emph: ["<i>", "</i>"], textsl: ["<i>", "</i>"] },
  ...{ underline: ["<u>", "</u>"], texttt: ["<code>", "</code>"] },
  ...{ textsuperscript: ["<sup>", "</sup>"], textsubscript: ["<sub>", "</sub>"] },
  ...{ section: ["<div><b>", "</b></div>"], subsection: ["<div><b>", "</b></div>"] },
  ...{ subsubsection: ["<div><b>", "</b></div>"], paragraph: ["<b>", "</b> "], title: ["<div><b>", "</b></div>"] },
});
/** The tags from a command to the end of its group. */
export const SWITCHES = createMap<readonly [string, string]>({
  ...{ bf: ["<b>", "</b>"], bfseries: ["<b>", "</b>"], it: ["<i>", "</i>"], itshape: ["<i>", "</i>"] },
  ...{ em: ["<i>", "</i>"], sl: ["<i>", "</i>"], tt: ["<code>", "</code>"], ttfamily: ["<code>", "</code>"] },
});
export const BREAKS = new Set(["newline", "linebreak"]);
export const PARAGRAPHS = new Set(["par", "medskip", "bigskip", "smallskip", "newpage", "clearpage", "vfill"]);
/** Commands that only change the layout, and commands that show nothing but their argument. */
export const WITHOUT_EFFECT = new Set(
  (
    "noindent centering raggedright raggedleft tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge " +
    "hline toprule midrule bottomrule maketitle rm sf sc normalfont selectfont hfill indent displaystyle textstyle protect " +
    "textrm textsf textsc textnormal text mbox hbox fbox textup textmd ensuremath"
  ).split(" "),
);
/** The number of leading arguments that are not shown. */
export const HIDDEN_ARGUMENTS = createMap<number>({
  ...{ vspace: 1, hspace: 1, label: 1, pagestyle: 1, thispagestyle: 1, usepackage: 1, documentclass: 1 },
  ...{ setlength: 2, addtolength: 2, setcounter: 2, cline: 1, multicolumn: 2, color: 1, textcolor: 1, colorbox: 1 },
});

export const LISTS = createMap<readonly [string, string]>({
  ...{ itemize: ["<ul>", "</ul>"], enumerate: ["<ol>", "</ol>"], description: ["<ul>", "</ul>"] },
});
export const PLAIN = new Set(
  "document center flushleft flushright minipage small footnotesize large spacing samepage".split(" "),
);
export const SOURCES = new Set(["verbatim", "lstlisting", "Verbatim", "minted"]);
export const DRAWINGS = new Set(["tikzpicture", "picture", "pspicture", "circuitikz", "tikzcd", "forest"]);

export const LETTERS = createMap<string>({
  ...{ "~": "\u00a0", "``": "“", "''": "”", "--": "–", "---": "—" },
  ...{ ldots: "…", dots: "…", textellipsis: "…", LaTeX: "LaTeX", TeX: "TeX", quad: "\u00a0 ", qquad: "\u00a0 \u00a0 " },
  ...{
    textbackslash: "\\",
    textasciitilde: "~",
    textasciicircum: "^",
    textbar: "|",
    textless: "&lt;",
    textgreater: "&gt;",
  },
  ...{ textdegree: "°", degree: "°", euro: "€", texteuro: "€", pounds: "£", copyright: "©", S: "§", P: "¶", dag: "†" },
  ...{
    textquestiondown: "¿",
    textexclamdown: "¡",
    guillemotleft: "«",
    guillemotright: "»",
    textendash: "–",
    textemdash: "—",
  },
  ...{ textordfeminine: "ª", textordmasculine: "º", textbullet: "•", textperiodcentered: "·", slash: "/", space: " " },
  ...{ ss: "ß", ae: "æ", AE: "Æ", oe: "œ", OE: "Œ", o: "ø", O: "Ø", aa: "å", AA: "Å", l: "ł", L: "Ł", i: "ı", j: "ȷ" },
});

const ACCENTS = createMap<string>({
  ...{ "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307" },
  ...{ c: "\u0327", v: "\u030c", u: "\u0306", H: "\u030b", r: "\u030a", k: "\u0328" },
});
const LETTER = /\s*(?:\{\s*\\?([a-zA-Z])\s*\}|\\([ij])(?![a-zA-Z])[ \t]*|([a-zA-Z]))/y;

/** Returns the accented letter for an accent's command that ends at `at`, and the offset after the letter. */
export function readAccentedLetter(tex: string, at: number, command: string): { letter: string; end: number } | null {
  const accent = ACCENTS.get(command);
  if (accent === undefined) return null;
  LETTER.lastIndex = at;
  const match = LETTER.exec(tex);
  const letter = match?.[1] ?? match?.[2] ?? match?.[3];
  return letter === undefined ? null : { letter: `${letter}${accent}`.normalize("NFC"), end: LETTER.lastIndex };
}
