import { trackBeginning } from "#features/landing/landing.begin.ts";

type Options = {
  /** Goes to an address of the app; `counted` settles, without ever failing, when the visit is counted or cannot be. */
  go: (path: string, counted: Promise<void>) => void | Promise<void>;
};

/**
 * Gives the landing page its behaviour: the markup says all else. It is the same for the prerendered page, which has no
 * React, and for the one that the app draws.
 *
 * @returns what takes the behaviour away again
 */
export function enlivenLanding(page: ParentNode & EventTarget, { go }: Options): () => void {
  const off = new AbortController();
  const { signal } = off;
  for (const form of page.querySelectorAll<HTMLFormElement>("form[data-begin]")) {
    form.addEventListener(
      "submit",
      (event) => {
        event.preventDefault();
        // A second press while the page is being left counts nothing.
        if ("leaving" in form.dataset) return;
        form.dataset.leaving = "";
        void go(new URL(form.action).pathname, trackBeginning());
      },
      { signal },
    );
    // Who comes back finds the page as it was left.
    window.addEventListener("pageshow", () => delete form.dataset.leaving, { signal });
  }
  for (const deck of page.querySelectorAll<HTMLElement>("[data-deck]")) {
    deck.addEventListener("click", (event) => turn(deck, event.target as Element), { signal });
  }
  return () => off.abort();
}

// All faces of all sample cards lie on each other, so that the page never moves; one of them is shown. A button names
// the face it leads to; "next" is the question after the one that was shown last.
function turn(deck: HTMLElement, target: Element): void {
  const to = target.closest<HTMLElement>("[data-to]")?.dataset.to;
  if (!to) return;
  const faces = [...deck.querySelectorAll<HTMLElement>("[data-face]")];
  const faceOf = (name: string) => faces.find((face) => face.dataset.face === name);
  const asked = Number(deck.dataset.asked ?? 0);
  const next = faceOf(to === "next" ? `question ${asked + 1}` : to) ?? faceOf("question 0");
  const shown = faces.find((face) => "shown" in face.dataset);
  if (!next || !shown) return;
  if (to === "next") deck.dataset.asked = next.dataset.face?.split(" ")[1] ?? "0";
  delete shown.dataset.shown;
  shown.classList.remove("card-flip", "card-next");
  next.dataset.shown = "";
  next.classList.add(to === "next" ? "card-next" : "card-flip");
  // The button that was pressed is gone; who listens or goes by keyboard goes on where the new face begins.
  next.focus({ preventScroll: true });
}
