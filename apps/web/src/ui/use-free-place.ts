import { useLayoutEffect, useRef } from "react";
import { type Box, freeRise } from "#ui/free-place.ts";

const BUTTONS = "button, a[href], summary, [role=tab], input[type=radio], input[type=checkbox]";
const FIELDS = "input, textarea, select";
const TITLES = "h1, h2";
const DIALOG = "[role=dialog], [role=alertdialog]";

/**
 * Raises a toast, which stands at the bottom of the screen, above the controls it would cover. Fields count as well, and
 * what a dialog is called, where there is room enough. On a screen full of controls, such as a list of links, it stays where it was.
 */
export function useFreePlace(shown: boolean) {
  const element = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    if (!shown) return;
    let frame = 0;
    const place = () => raise(element.current);
    const placeSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    };
    place();
    const changes = new MutationObserver(placeSoon);
    changes.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("resize", placeSoon);
    window.addEventListener("scrollend", placeSoon);
    // A sheet has then arrived where it stays.
    document.addEventListener("animationend", placeSoon);
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      window.removeEventListener("resize", placeSoon);
      window.removeEventListener("scrollend", placeSoon);
      document.removeEventListener("animationend", placeSoon);
    };
  }, [shown]);
  return element;
}

function raise(element: HTMLElement | null): void {
  const viewport = element?.parentElement;
  if (!element || !viewport) return;
  viewport.style.translate = "";
  // Of the list, which stands still while the toast comes in or is swiped.
  const box = viewport.getBoundingClientRect();
  const dialogs = document.querySelectorAll(DIALOG);
  const dialog = dialogs[dialogs.length - 1];
  const boxesOf = (selector: string) => visibleBoxes((dialog ?? document).querySelectorAll(selector), element);
  const ceiling = dialog ? 0 : window.innerHeight / 3;
  const buttons = boxesOf(BUTTONS);
  const fields = [...buttons, ...boxesOf(FIELDS)];
  const titles = dialog ? [...fields, ...boxesOf(TITLES)] : fields;
  const rises = [titles, fields, buttons].map((boxes) => freeRise(box, boxes, ceiling));
  const rise = rises.find((one) => one !== undefined) ?? 0;
  viewport.style.translate = rise > 0 ? `0 ${-rise}px` : "";
}

function visibleBoxes(found: NodeListOf<Element>, except: HTMLElement): Box[] {
  return [...found]
    .filter((control) => !except.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height, bottom, top }) => width > 1 && height > 1 && bottom > 0 && top < window.innerHeight);
}
