// The commands, environments and letters of LaTeX in HTML.

/** Gives the same value to several names, which spaces separate. */
function giveEach<Value>(names: string, value: Value): [string, Value][] {
  return names.split(" ").map((name) => [name, value]);
}

type Tags = readonly [before: string, after: string];
const giveTags = (before: string, after: string, names: string) => giveEach<Tags>(names, [before, after]);

/** Reads names and their letters, in turn and separated by spaces. */
function readPairs(text: string): Map<string, string> {
  return new Map([...text.matchAll(/([^ ]+) ([^ ]+)/g)].map(([, name = "", letter = ""]) => [name, letter]));
}

/** The tags around the argument of a command. */
export const FORMATS = new Map([
  ...giveTags("<b>", "</b>", "textbf"),
  ...giveTags("<i>", "</i>", "textit emph textsl"),
  ...giveTags("<u>", "</u>", "underline"),
  ...giveTags("<code>", "</code>", "texttt"),
  ...giveTags("<sup>", "</sup>", "textsuperscript"),
  ...giveTags("<sub>", "</sub>", "textsubscript"),
  ...giveTags("<div><b>", "</b></div>", "section subsection subsubsection title"),
  ...giveTags("<b>", "</b> ", "paragraph"),
]);
/** The tags from a command to the end of its group. */
export const SWITCHES = new Map([
  ...giveTags("<b>", "</b>", "bf bfseries"),
  ...giveTags("<i>", "</i>", "it itshape em sl"),
  ...giveTags("<code>", "</code>", "tt ttfamily"),
]);
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
export const HIDDEN_ARGUMENTS = new Map([
  ...giveEach("vspace hspace label pagestyle thispagestyle usepackage documentclass cline color textcolor colorbox", 1),
  ...giveEach("setlength addtolength setcounter multicolumn", 2),
]);

export const LISTS = new Map([
  ...giveTags("<ul>", "</ul>", "itemize description"),
  ...giveTags("<ol>", "</ol>", "enumerate"),
]);
export const PLAIN = new Set(
  "document center flushleft flushright minipage small footnotesize large spacing samepage".split(" "),
);
export const SOURCES = new Set(["verbatim", "lstlisting", "Verbatim", "minted"]);
export const DRAWINGS = new Set(["tikzpicture", "picture", "pspicture", "circuitikz", "tikzcd", "forest"]);

export const LETTERS = new Map([
  ["quad", "\u00a0 "],
  ["qquad", "\u00a0 \u00a0 "],
  ["space", " "],
  ...readPairs("~ \u00a0 `` “ '' ” -- – --- — ldots … dots … textellipsis … LaTeX LaTeX TeX TeX"),
  ...readPairs("textbackslash \\ textasciitilde ~ textasciicircum ^ textbar | textless &lt; textgreater &gt; slash /"),
  ...readPairs(
    "textdegree ° degree ° euro € texteuro € pounds £ copyright © S § P ¶ dag † textbullet • textperiodcentered ·",
  ),
  ...readPairs("textquestiondown ¿ textexclamdown ¡ guillemotleft « guillemotright » textendash – textemdash —"),
  ...readPairs("textordfeminine ª textordmasculine º ss ß ae æ AE Æ oe œ OE Œ o ø O Ø aa å AA Å l ł L Ł i ı j ȷ"),
]);

const ACCENTS = readPairs(
  "' \u0301 ` \u0300 ^ \u0302 \" \u0308 ~ \u0303 = \u0304 . \u0307 c \u0327 v \u030c u \u0306 H \u030b r \u030a k \u0328",
);
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
