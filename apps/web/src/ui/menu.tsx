import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { cx } from "#ui/cx.ts";

export type MenuItem = { label: string; icon: ReactNode; onSelect: () => void };

type MenuButtonProps = { id: string; ref: (button: HTMLButtonElement | null) => void } & {
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
  "aria-controls": string | undefined;
  onClick: () => void;
};

export type MenuProps = {
  items: readonly MenuItem[];
  /** Opens the menu above its button, for a button at the bottom of the screen. */
  opensUpward?: boolean;
  /** Lets the menu extend to the right of its button, for a button at the left of the screen. */
  opensRight?: boolean;
  button: (props: MenuButtonProps) => ReactNode;
};

/** A button that opens a list of actions. */
export function Menu({ items, opensUpward = false, opensRight = false, button }: MenuProps) {
  const [id, buttonId] = [useId(), useId()];
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useOpenState(root);
  const close = (returnsFocus: boolean) => {
    setOpen(false);
    if (returnsFocus) opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape" || event.key === "Tab") {
      if (event.key === "Escape") event.preventDefault();
      close(event.key === "Escape");
    } else moveFocus(event, "[role=menuitem]");
  };
  const setOpener = (element: HTMLButtonElement | null) => {
    opener.current = element;
  };
  return (
    <div ref={root} className="relative">
      {button({
        id: buttonId,
        ref: setOpener,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        "aria-controls": open ? id : undefined,
        onClick: () => setOpen(!open),
      })}
      {open && (
        <div
          id={id}
          role="menu"
          tabIndex={-1}
          aria-labelledby={buttonId}
          onKeyDown={onKeyDown}
          className={cx(
            "absolute z-30 w-max min-w-56 max-w-[calc(100vw-2rem)] rounded-control border border-line bg-raised p-1.5 shadow-soft",
            opensRight ? "left-0" : "right-0",
            opensUpward ? "bottom-full mb-2" : "top-full mt-2",
          )}
        >
          {items.map((item) => (
            <Item key={item.label} item={item} onChosen={() => close(true)} />
          ))}
        </div>
      )}
    </div>
  );
}

function Item({ item: { label, icon, onSelect }, onChosen }: { item: MenuItem; onChosen: () => void }) {
  const choose = () => {
    // `onChosen` must run first, because it focuses the menu's button. A dialog that the action opens then returns the focus there.
    onChosen();
    onSelect();
  };
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={choose}
      className="flex min-h-11 w-full items-center gap-3 rounded-chip px-3 text-left font-semibold hover:bg-sunken focus:bg-sunken [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-ink-soft"
    >
      {icon}
      {label}
    </button>
  );
}

/** Holds whether the menu is open. Focuses its first item when it opens, and closes it when the user presses outside of it. */
function useOpenState(root: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return;
    root.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const closeOnPressOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOnPressOutside);
    return () => document.removeEventListener("pointerdown", closeOnPressOutside);
  }, [open, root]);
  return [open, setOpen] as const;
}

/**
 * For each key, a function that returns the index of the element to focus. Its parameters are the index of the focused element, -1
 * if none has the focus, and the last index.
 */
const nextIndexFunctions: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => (index === last ? 0 : index + 1),
  ArrowUp: (index, last) => (index <= 0 ? last : index - 1),
  ArrowRight: (index, last) => (index === last ? 0 : index + 1),
  ArrowLeft: (index, last) => (index <= 0 ? last : index - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Moves the focus between the elements that match the selector if the key is an arrow key, Home or End. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const getNextIndex = nextIndexFunctions[event.key];
  if (!getNextIndex) return;
  const elements = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const index = elements.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  elements[getNextIndex(index, elements.length - 1)]?.focus();
}
