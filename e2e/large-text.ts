// What large text does to a screen, found by measuring: text that is cut, lies over other text, leaves the screen or
// runs a letter a line, and controls that lie over each other.
import type { Page } from "@playwright/test";

/** Runs in the page. */
function findings(): string[] {
  const found: string[] = [];
  const dialogs = document.querySelectorAll<HTMLElement>("[role=dialog], [role=alertdialog]");
  const root = dialogs[dialogs.length - 1] ?? document.body;
  const tell = (what: string, element: Element) => {
    const text = (element.textContent ?? "").trim().slice(0, 40);
    found.push(`${what}: <${element.tagName.toLowerCase()}> "${text}"`);
  };
  const styleOf = (element: Element) => getComputedStyle(element);
  const ancestors = (element: Element) => {
    const chain: Element[] = [];
    for (let each: Element | null = element; each && each !== document.documentElement; each = each.parentElement) {
      chain.push(each);
    }
    return chain;
  };
  const isPinned = (element: Element) =>
    ancestors(element).some((each) => ["fixed", "sticky"].includes(styleOf(each).position) && each !== root);
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !ancestors(element).some((each) => each.classList.contains("sr-only"));
  const isShortened = (element: Element) =>
    ancestors(element).some((each) => {
      const { textOverflow, webkitLineClamp } = styleOf(each);
      return textOverflow === "ellipsis" || webkitLineClamp !== "none";
    });
  const scrolls = (overflow: string) => overflow === "auto" || overflow === "scroll";
  const clips = (overflow: string) => overflow === "hidden" || overflow === "clip";

  if (document.documentElement.scrollWidth > window.innerWidth) {
    found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  }

  const texts: { element: Element; box: DOMRect; pinned: boolean }[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    const text = (node.textContent ?? "").trim();
    if (!element || text === "" || element.closest("svg, option, script, style") || !isShown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1) continue;
    if (isShortened(element)) continue;

    const chain = ancestors(element);
    const scroller = chain.find((each) => scrolls(styleOf(each).overflowX) || scrolls(styleOf(each).overflowY));
    for (const each of chain.slice(0, scroller ? chain.indexOf(scroller) : undefined)) {
      const { overflowX, overflowY } = styleOf(each);
      const frame = each.getBoundingClientRect();
      if (clips(overflowX) && (box.right > frame.right + 2 || box.left < frame.left - 2)) tell("cut", element);
      else if (clips(overflowY) && (box.bottom > frame.bottom + 2 || box.top < frame.top - 2)) tell("cut", element);
    }
    const sideways = chain.some((each) => scrolls(styleOf(each).overflowX) && each.scrollWidth > each.clientWidth);
    if (!sideways && (box.right > window.innerWidth + 1 || box.left < -1)) tell("beside the screen", element);

    const size = Number.parseFloat(styleOf(element).fontSize);
    if (text.length > 10 && box.width < 3 * size && box.height > 3 * size) tell("a letter a line", element);
    texts.push({ element, box, pinned: isPinned(element) });
  }

  const controls = [...root.querySelectorAll("button, a[href], input, textarea, select, [role=tab]")]
    .filter((element) => isShown(element) && !element.closest("svg"))
    .map((element) => ({ element, box: element.getBoundingClientRect(), pinned: isPinned(element) }))
    .filter(({ box }) => box.width > 2 && box.height > 2);
  for (const { element, box } of texts) {
    const control = element.closest("button, [role=tab], a[href]");
    if (!control || styleOf(control).display === "inline") continue;
    const frame = control.getBoundingClientRect();
    const out = Math.max(
      frame.left - box.left,
      box.right - frame.right,
      frame.top - box.top,
      box.bottom - frame.bottom,
    );
    if (out > 3) tell(`${Math.round(out)} px out of its control`, element);
  }

  const overlap = (a: DOMRect, b: DOMRect) =>
    Math.min(
      Math.min(a.right, b.right) - Math.max(a.left, b.left),
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
    );
  const compare = (what: string, items: typeof texts, tolerance: number) => {
    items.forEach((one, index) => {
      for (const other of items.slice(index + 1)) {
        if (one.pinned !== other.pinned) continue;
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        if (overlap(one.box, other.box) > tolerance) {
          tell(`${what} "${(other.element.textContent ?? "").trim().slice(0, 30)}"`, one.element);
        }
      }
    });
  };
  // The boxes of lines are a little taller than what is to be seen of them.
  compare("over the text", texts, 5);
  compare("over the control", controls, 2);
  return [...new Set(found)];
}

export type TextSize = { width: number; height: number; percent: number };

export const textSizes: readonly TextSize[] = [
  { width: 390, height: 844, percent: 200 },
  { width: 1280, height: 800, percent: 200 },
  { width: 320, height: 640, percent: 100 },
];

export async function setTextSize(page: Page, { width, height, percent }: TextSize): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate((percent) => {
    document.documentElement.style.fontSize = percent === 100 ? "" : `${percent}%`;
  }, percent);
}

export async function largeTextFindings(page: Page): Promise<string[]> {
  return page.evaluate(findings);
}
