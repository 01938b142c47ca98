import { trackVisit } from "#features/landing/landing.begin.ts";

type Options = {
  /** `counted` resolves, and never rejects, when the visit has been counted or counting has failed. */
  go: (path: string, counted: Promise<void>) => void | Promise<void>;
};

/** Adds the event listeners of the landing page, prerendered or not, and returns a function that removes them. */
export function attachLandingBehaviour(page: ParentNode & EventTarget, { go }: Options): () => void {
  const off = new AbortController();
  const { signal } = off;
  for (const form of page.querySelectorAll<HTMLFormElement>("form[data-begin]")) {
    form.addEventListener(
      "submit",
      (event) => {
        event.preventDefault();
        // A second click while the page is being left is not counted.
        if ("leaving" in form.dataset) return;
        form.dataset.leaving = "";
        void go(new URL(form.action).pathname, trackVisit());
      },
      { signal },
    );
    // The browser may restore the page from its back/forward cache.
    window.addEventListener("pageshow", () => delete form.dataset.leaving, { signal });
  }
  for (const deck of page.querySelectorAll<HTMLElement>("[data-deck]")) {
    deck.addEventListener("click", (event) => turnCard(deck, event.target as Element), { signal });
  }
  return () => off.abort();
}

// All faces are stacked, so that the layout never shifts, and one is visible. `data-to` is the name of the face that a
// button shows; "next" is the question after the present one.
function turnCard(deck: HTMLElement, target: Element): void {
  const to = target.closest<HTMLElement>("[data-to]")?.dataset.to;
  if (!to) return;
  const faces = [...deck.querySelectorAll<HTMLElement>("[data-face]")];
  const faceOf = (name: string) => faces.find((face) => face.dataset.face === name);
  const current = Number(deck.dataset.asked ?? 0);
  const next = faceOf(to === "next" ? `question ${current + 1}` : to) ?? faceOf("question 0");
  const shown = faces.find((face) => "shown" in face.dataset);
  if (!next || !shown) return;
  if (to === "next") deck.dataset.asked = next.dataset.face?.split(" ")[1] ?? "0";
  delete shown.dataset.shown;
  shown.classList.remove("card-flip", "card-next");
  next.dataset.shown = "";
  next.classList.add(to === "next" ? "card-next" : "card-flip");
  // The pressed button is hidden now, so the focus would be lost.
  next.focus({ preventScroll: true });
}
