import type { Choice } from "#features/study/study.state.ts";

const DURATION_MS = 120;
/** How far the card moves toward the button that rated it, in pixels. */
const REACH = 84;
/** A card with more elements, such as many formulas, takes longer to copy than the next question may wait. */
const MOST_ELEMENTS = 400;

/**
 * Lets a clone of the answered card leave toward its rating, on top of the next question, which is there at once. Called
 * before the rating. The clone takes no presses, and screen readers do not see it.
 */
export function flyAway(choice: Choice): void {
  const card = document.querySelector<HTMLElement>("main [data-card]");
  const button = document.querySelector(`main [data-choice=${choice}]`);
  if (!card?.animate || !button || !canCopy(card) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const from = card.getBoundingClientRect();
  const to = button.getBoundingClientRect();
  const dx = to.x + to.width / 2 - (from.x + from.width / 2);
  const dy = to.y + to.height / 2 - (from.y + from.height / 2);
  const scale = REACH / Math.max(1, Math.hypot(dx, dy));
  const clone = cloneCard(card, from);
  document.body.append(clone);
  const flight = clone.animate(
    [
      { transform: "none", opacity: 1 },
      {
        transform: `translate(${Math.round(dx * scale)}px, ${Math.round(dy * scale)}px) rotate(${Math.sign(dx) * 2}deg)`,
        opacity: 0,
      },
    ],
    { duration: DURATION_MS, easing: "ease-out", fill: "forwards" },
  );
  flight.onfinish = () => clone.remove();
  flight.oncancel = flight.onfinish;
}

function canCopy(card: HTMLElement): boolean {
  return !card.querySelector("audio, video") && card.querySelectorAll("*").length <= MOST_ELEMENTS;
}

function cloneCard(card: HTMLElement, { x, y, width, height }: DOMRect): HTMLElement {
  const clone = card.cloneNode(true) as HTMLElement;
  for (const element of [clone, ...clone.querySelectorAll("[id]")]) element.removeAttribute("id");
  clone.inert = true;
  clone.ariaHidden = "true";
  // Over the rating buttons, below dialogs and toasts.
  clone.style.cssText = `position:fixed;left:${x}px;top:${y}px;width:${width}px;height:${height}px;z-index:30;pointer-events:none;will-change:transform,opacity`;
  return clone;
}
