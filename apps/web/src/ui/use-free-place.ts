import { useLayoutEffect, useRef, useState } from "react";
import { type Box, computeRise } from "#ui/free-place.ts";

const BUTTONS = "button, a[href], summary, [role=tab], input[type=radio], input[type=checkbox]";
const FIELDS = "input, textarea, select";
const TITLES = "h1, h2";
/** The text of the card that is studied. */
const READ = "#carta [dir=auto]";
const DIALOG = "[role=dialog], [role=alertdialog]";

/**
 * Raises a toast from the bottom of the screen so that it covers no dialog and no controls: no buttons or links and, if there
 * is room, no fields and nothing that is being read. A dialog that leaves no room beside it holds the toast back until it is
 * closed, unless the toast says that something has failed there. On a screen full of controls, such as a list of links, it
 * is not raised.
 *
 * @returns The ref of the toast, and whether it is held back.
 */
export function useFreePlace(shown: boolean, isFailure: boolean) {
  const element = useRef<HTMLLIElement>(null);
  const [isHeld, setHeld] = useState(false);
  useLayoutEffect(() => {
    if (!shown) return;
    let frame = 0;
    const place = () => setHeld(!raise(element.current, isFailure));
    const placeSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    };
    place();
    const changes = new MutationObserver((records) => {
      // A dialog that opens gets no press through a toast that has not moved yet.
      if (records.some(({ addedNodes }) => [...addedNodes].some(isDialog))) place();
      else placeSoon();
    });
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
  }, [shown, isFailure]);
  return { element, isHeld };
}

const isDialog = (node: Node) =>
  node instanceof HTMLElement && (node.matches(DIALOG) || node.querySelector(DIALOG) !== null);

/** Returns false if there is no place for the toast. */
function raise(element: HTMLElement | null, isFailure: boolean): boolean {
  const viewport = element?.parentElement;
  if (!element || !viewport) return true;
  viewport.style.translate = "";
  // Measures the list, which does not move while the toast is animated or swiped.
  const box = viewport.getBoundingClientRect();
  const dialogs = [...document.querySelectorAll<HTMLElement>(DIALOG)];
  const dialog = dialogs.at(-1);
  const beside = dialog && computeRise(box, dialogs.map(findRestingBox), 0);
  if (dialog && beside === undefined && !isFailure) return false;
  const rise = beside ?? findRise(box, dialog, element);
  viewport.style.translate = rise > 0 ? `0 ${-rise}px` : "";
  return true;
}

/** Returns the box of a dialog where it comes to rest: while it moves in, it is elsewhere. */
function findRestingBox({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): Box {
  return { left: offsetLeft, right: offsetLeft + offsetWidth, top: offsetTop, bottom: offsetTop + offsetHeight };
}

function findRise(box: Box, dialog: HTMLElement | undefined, element: HTMLElement): number {
  const boxesOf = (selector: string) => visibleBoxes((dialog ?? document).querySelectorAll(selector), element);
  const ceiling = dialog ? 0 : window.innerHeight / 3;
  const buttons = boxesOf(BUTTONS);
  const fields = [...buttons, ...boxesOf(FIELDS)];
  const read = [...fields, ...boxesOf(dialog ? TITLES : READ)];
  const rises = [read, fields, buttons].map((boxes) => computeRise(box, boxes, ceiling));
  return rises.find((one) => one !== undefined) ?? computeRise(box, buttons, 0) ?? 0;
}

function visibleBoxes(found: NodeListOf<Element>, except: HTMLElement): Box[] {
  return [...found]
    .filter((control) => !except.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height, bottom, top }) => width > 1 && height > 1 && bottom > 0 && top < window.innerHeight);
}
