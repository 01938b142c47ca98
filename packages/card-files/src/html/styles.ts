// Translates styles into Markdown's marks, and reports the styles that Markdown cannot express.
import type { Element, Nodes } from "hast";
import type { HtmlContext } from "#html/html-context.ts";
import type { LossKey } from "#losses.ts";

const TAGS: Record<string, string> = {
  b: "strong",
  strong: "strong",
  i: "em",
  em: "em",
  var: "em",
  cite: "em",
  dfn: "em",
};
Object.assign(TAGS, { u: "em", ins: "em", s: "del", strike: "del", del: "del" });

/** Returns the marks that an element puts around its text: `strong`, `em`, `del`. */
export function findMarks(node: Element, context: HtmlContext): string[] {
  const { tagName } = node;
  const marks = new Set<string>();
  const style = readStyle(node);
  if (tagName === "u" || tagName === "ins" || /text-decoration[a-z-]*:[^;]*underline/.test(style)) {
    context.losses.addForCard("underlines", context.sample());
    marks.add("em");
  }
  if (TAGS[tagName] && !/font-(?:weight|style):\s*normal/.test(style)) marks.add(TAGS[tagName]);
  if (/font-weight:\s*(?:bold|[6-9]00)/.test(style)) marks.add("strong");
  if (/font-style:\s*(?:italic|oblique)/.test(style)) marks.add("em");
  if (/text-decoration[a-z-]*:[^;]*line-through/.test(style)) marks.add("del");
  return [...marks];
}

function readStyle({ properties }: Element): string {
  return typeof properties.style === "string" ? properties.style.slice(0, 2000).toLowerCase() : "";
}

/** Matches values that browsers add to every word copied from a page. */
const DEFAULT_COLOURS =
  /^(?:inherit|initial|unset|transparent|none|currentcolor|windowtext|window|white|black|#(?:0{3}|0{6}|f{3}|f{6})|rgba?\((?:0,\s*0,\s*0|255,\s*255,\s*255)[^)]*\)|var\(.*)$/;

const COLOUR = /(?:^|[;\s])(?:color|background(?:-color)?):\s*([^;]+)/g;

const HIDDEN = /(?:display|visibility)\s*:\s*(?:none|hidden)/;

function hasColour(style: string): boolean {
  return [...style.matchAll(COLOUR)].some(
    ([, value = ""]) => !DEFAULT_COLOURS.test(value.replace(/\s*!important/, "").trim()),
  );
}

/** Reports as losses of the card a colour that somebody has chosen and a text that the style hides; default colours are none. */
export function reportStyle(node: Element, context: HtmlContext): void {
  const style = readStyle(node);
  const colour = typeof node.properties.color === "string" ? node.properties.color.toLowerCase() : "";
  const chosen = hasColour(style) || (colour !== "" && !DEFAULT_COLOURS.test(colour));
  if (chosen || node.tagName === "mark") context.losses.addForCard("colours", context.sample());
  const isHidden = HIDDEN.test(style) || node.properties.hidden === true;
  if (isHidden) context.losses.addForCard("hiddenTexts", context.sample());
}

/** In UTF-16 units. */
const MAX_CSS_LENGTH = 100_000;
const EMPHASIS =
  /font-weight:\s*(?:bold|[6-9]00)|font-style:\s*(?:italic|oblique)|text-decoration[a-z-]*:(?!\s*(?:none|initial))/;
/** Classes that Anki itself sets on cards and gaps. */
const ANKI_CLASSES =
  /^(?:card\d*|cloze(?:-inactive)?|night_?mode|mobile|win|mac|linux|android\w*|ios|iphone|ipad|js|hint)$/i;

/** Returns the classes to which a note's style sheet gives a look of their own, with the loss that each causes. */
export function readStyledClasses(css: string): ReadonlyMap<string, LossKey> {
  const classes = new Map<string, LossKey>();
  for (const rule of removeCssComments(css.slice(0, MAX_CSS_LENGTH).toLowerCase()).split("}")) {
    const [style = "", selectors = ""] = rule.split("{").reverse();
    const loss = HIDDEN.test(style)
      ? "hiddenTexts"
      : hasColour(style) || EMPHASIS.test(style)
        ? "templateStyles"
        : null;
    if (loss === null) continue;
    for (const selector of selectors.split(",")) {
      const name = /\.([\w-]+)$/.exec(selector.trim())?.[1];
      if (name !== undefined && !ANKI_CLASSES.test(name) && classes.get(name) !== "hiddenTexts")
        classes.set(name, loss);
    }
  }
  return classes;
}

function removeCssComments(css: string): string {
  const [first = "", ...rest] = css.split("/*");
  return [first, ...rest.map((piece) => piece.split("*/").slice(1).join("*/"))].join(" ");
}

/** Reports classes that set a part of a text apart; a class around all of it has no meaning. */
export function reportClasses(node: Element, context: HtmlContext, whole: () => number): void {
  const { classes } = context;
  const names = node.properties.className;
  if (!classes?.size || !Array.isArray(names)) return;
  for (const name of names) {
    const loss = classes.get(String(name).toLowerCase());
    const length = loss ? measureText(node) : 0;
    if (loss && length > 0 && (loss === "hiddenTexts" || length < whole()))
      context.losses.addForCard(loss, context.sample());
  }
}

/** Returns the length of the words in an element, in UTF-16 units. */
export function measureText(node: Nodes): number {
  if (node.type === "text") return node.value.trim().length;
  return "children" in node ? node.children.reduce((sum, child) => sum + measureText(child), 0) : 0;
}
