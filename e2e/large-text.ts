// Measures the effects of large text on a screen: text that is cut off, overlaps other text, leaves the screen or wraps
// letter by letter, and controls that overlap.
import type { Page } from "@playwright/test";
import { expect, waitForAnimations } from "./fixtures.ts";

type Box = { left: number; right: number; top: number; bottom: number };

/** `pinned`: it does not move when the page scrolls. */
type Seen = { text: string; box: Box; pinned: boolean };

type SeenText = Seen & {
  lines: Box[];
  fontSize: number;
  /** The nearest ancestor that clips its content. */
  frames: Box[];
  /** Whether an ancestor scrolls horizontally. */
  sideways: boolean;
  /** The button or link that contains it. */
  control: Box | null;
};

type Screen = { pageWidth: number; width: number; texts: SeenText[]; controls: Seen[] };

/** Runs in the page. Text that is truncated with an ellipsis, or is for screen readers only, is left out. */
function measure(): Screen {
  const dialogs = document.querySelectorAll<HTMLElement>("[role=dialog], [role=alertdialog]");
  const root = dialogs[dialogs.length - 1] ?? document.body;
  const boxOf = ({ left, right, top, bottom }: DOMRect): Box => ({ left, right, top, bottom });
  const chainOf = (element: Element | null): Element[] =>
    element && element !== document.documentElement ? [element, ...chainOf(element.parentElement)] : [];
  const some = (element: Element, holds: (style: CSSStyleDeclaration, each: Element) => boolean) =>
    chainOf(element).some((each) => holds(getComputedStyle(each), each));
  const scrolls = ({ overflowX, overflowY }: CSSStyleDeclaration) => /auto|scroll/.test(overflowX + overflowY);
  const clips = ({ overflowX, overflowY }: CSSStyleDeclaration) => /hidden|clip/.test(overflowX + overflowY);
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    // The signs of a formula are drawn over each other.
    !element.closest("svg, option, .katex") &&
    !some(element, (style, each) => each.clientWidth === 1 && clips(style));
  const isPinned = (element: Element) =>
    some(element, ({ position }, each) => (position === "fixed" || position === "sticky") && each !== root);

  const texts: SeenText[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = (node.textContent ?? "").trim();
    if (!element || text === "" || !isShown(element)) continue;
    if (some(element, (style) => style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const chain = chainOf(element);
    const scroller = chain.findIndex((each) => scrolls(getComputedStyle(each)));
    const control = element.closest("button, [role=tab], a[href]");
    texts.push({
      text,
      box: boxOf(range.getBoundingClientRect()),
      pinned: isPinned(element),
      lines: [...range.getClientRects()].map(boxOf),
      fontSize: Number.parseFloat(getComputedStyle(element).fontSize),
      frames: chain
        .slice(0, scroller < 0 ? undefined : scroller)
        .filter((each) => clips(getComputedStyle(each)))
        .map((each) => boxOf(each.getBoundingClientRect())),
      sideways: some(element, (style, each) => scrolls(style) && each.scrollWidth > each.clientWidth),
      control:
        control && getComputedStyle(control).display !== "inline" ? boxOf(control.getBoundingClientRect()) : null,
    });
  }
  const controls = [...root.querySelectorAll("button, a[href], input, textarea, select, [role=tab]")]
    // Links within a sentence may run over two lines, and are compared as text.
    .filter((element) => isShown(element) && getComputedStyle(element).display !== "inline")
    .map((element) => ({
      text: (element.textContent ?? "").trim(),
      box: boxOf(element.getBoundingClientRect()),
      pinned: isPinned(element),
    }));
  return { pageWidth: document.documentElement.scrollWidth, width: window.innerWidth, texts, controls };
}

const widthOf = ({ left, right }: Box) => right - left;
const heightOf = ({ top, bottom }: Box) => bottom - top;
/** Returns the overlap in pixels, along the smaller side. */
const measureOverlap = (a: Box, b: Box) =>
  Math.min(
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  );
/** Returns by how many pixels it sticks out. */
const measureOverhang = (box: Box, frame: Box) =>
  Math.max(frame.left - box.left, box.right - frame.right, frame.top - box.top, box.bottom - frame.bottom);

function findTextFaults({ text, box, fontSize, frames, sideways, control }: SeenText, width: number): string[] {
  const faults: string[] = [];
  // Text that is completely outside is hidden on purpose.
  if (frames.some((frame) => measureOverlap(box, frame) > 0 && measureOverhang(box, frame) > 2)) faults.push("is cut");
  if (!sideways && (box.right > width + 1 || box.left < -1)) faults.push("leaves the screen");
  if (text.length > 10 && widthOf(box) < 3 * fontSize && heightOf(box) > 3 * fontSize) faults.push("is too narrow");
  if (control && measureOverhang(box, control) > 3) faults.push("leaves its control");
  return faults.map((fault) => `«${text}» ${fault}`);
}

function findCollisions<S extends Seen>(seen: readonly S[], tolerance: (one: S) => number): string[] {
  return seen.flatMap((one, index) =>
    seen
      .slice(index + 1)
      .filter(({ pinned }) => pinned === one.pinned)
      // A button in a field, or on a row that is itself a link.
      .filter(({ box }) => measureOverhang(box, one.box) > 0 && measureOverhang(one.box, box) > 0)
      .filter(({ box }) => measureOverlap(one.box, box) > tolerance(one))
      .map(({ text }) => `«${one.text}» lies over «${text}»`),
  );
}

/** Returns the control that extends farthest to the right. */
function describeWidest(controls: readonly Seen[]): string {
  const farthest = controls.reduce<Seen | undefined>(
    (far, one) => (far === undefined || one.box.right > far.box.right ? one : far),
    undefined,
  );
  return farthest === undefined ? "no control" : `«${farthest.text}» reaches ${Math.round(farthest.box.right)}`;
}

function findSideScroll({ pageWidth, width, controls }: Screen): string[] {
  return pageWidth > width ? [`the page is ${pageWidth} px wide: ${describeWidest(controls)}`] : [];
}

/** Returns what makes the page scroll sideways, and the texts that are cut off without an ellipsis. */
export async function findCutContent(page: Page): Promise<string[]> {
  const screen = await page.evaluate(measure);
  return [...findSideScroll(screen), ...screen.texts.flatMap((text) => findTextFaults(text, screen.width))];
}

function findFaults(screen: Screen): string[] {
  const { width, texts, controls } = screen;
  const lines = texts.flatMap(({ text, lines, pinned, fontSize }) =>
    lines.map((box) => ({ text, box, pinned, fontSize })),
  );
  return [
    ...findSideScroll(screen),
    ...texts.flatMap((text) => findTextFaults(text, width)),
    // Line boxes are slightly taller than their visible text.
    ...findCollisions(lines, ({ fontSize }) => Math.max(5, 0.2 * fontSize)),
    ...findCollisions(controls, () => 2),
  ];
}

/** The folder for a picture of every screen, if one is wanted. */
const pictures = process.env.E2E_PICTURES;

type TextSize = { width: number; height: number; percent: number };

export async function expectReadable(page: Page, screen: string, { width, height, percent }: TextSize) {
  const name = `${screen}, ${width} px, ${percent} %`;
  await page.setViewportSize({ width, height });
  await page.evaluate((percent) => {
    document.documentElement.style.fontSize = `${percent}%`;
  }, percent);
  await waitForAnimations(page);
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
  // Lists measure their rows again shortly after the text size has changed.
  await expect
    .configure({ soft: true })
    .poll(async () => findFaults(await page.evaluate(measure)), name)
    .toEqual([]);
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
}
