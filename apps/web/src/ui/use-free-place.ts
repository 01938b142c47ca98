import { useLayoutEffect, useRef } from "react";
import { type Box, computeRise } from "#ui/free-place.ts";

const BUTTONS = "button, a[href], summary, [role=tab], input[type=radio], input[type=checkbox]";
const FIELDS = "input, textarea, select";
const TITLES = "h1, h2";
const DIALOG = "[role=dialog], [role=alertdialog]";

/**
 * Raises a toast from the bottom of the screen so that it covers no controls: no buttons or links and, if there is
 * room, no fields and no title of a dialog. On a screen full of controls, such as a list of links, it is not raised.
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
    // A sheet has reached its final position when its animation ends.
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
  // Measures the list, which does not move while the toast is animated or swiped.
  const box = viewport.getBoundingClientRect();
  const dialogs = document.querySelectorAll(DIALOG);
  const dialog = dialogs[dialogs.length - 1];
  const boxesOf = (selector: string) => visibleBoxes((dialog ?? document).querySelectorAll(selector), element);
  const ceiling = dialog ? 0 : window.innerHeight / 3;
  const buttons = boxesOf(BUTTONS);
  const fields = [...buttons, ...boxesOf(FIELDS)];
  const titles = dialog ? [...fields, ...boxesOf(TITLES)] : fields;
  const rises = [titles, fields, buttons].map((boxes) => computeRise(box, boxes, ceiling));
  const rise = rises.find((one) => one !== undefined) ?? 0;
  viewport.style.translate = rise > 0 ? `0 ${-rise}px` : "";
}

function visibleBoxes(found: NodeListOf<Element>, except: HTMLElement): Box[] {
  return [...found]
    .filter((control) => !except.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height, bottom, top }) => width > 1 && height > 1 && bottom > 0 && top < window.innerHeight);
}
