import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { cx } from "#ui/cx.ts";

export type MenuItem = { label: string; icon: ReactNode; onSelect: () => void };

type MenuButtonProps = { id: string; ref: (button: HTMLButtonElement | null) => void } & {
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
  "aria-controls": string | undefined;
  onClick: () => void;
};

type MenuProps = {
  items: readonly MenuItem[];
  /** Opens the menu above its button, for a button at the bottom of the screen. */
  up?: boolean;
  button: (props: MenuButtonProps) => ReactNode;
};

/** A button that opens a list of actions. */
export function Menu({ items, up = false, button }: MenuProps) {
  const [id, buttonId] = [useId(), useId()];
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useMenuOpen(root);
  const close = (focus: boolean) => {
    setOpen(false);
    if (focus) opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape" || event.key === "Tab") {
      if (event.key === "Escape") event.preventDefault();
      close(event.key === "Escape");
    } else moveFocus(event, "[role=menuitem]");
  };
  const attach = (element: HTMLButtonElement | null) => {
    opener.current = element;
  };
  return (
    <div ref={root} className="relative">
      {button({
        id: buttonId,
        ref: attach,
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
            "absolute right-0 z-30 w-max min-w-56 max-w-[calc(100vw-2rem)] rounded-control border border-line bg-raised p-1.5 shadow-soft",
            up ? "bottom-full mb-2" : "top-full mt-2",
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
    // Focuses the button first, because a dialog that opens returns the focus to the element that had it.
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

/** Focuses the first item when the menu opens, and closes the menu on a press outside of it. */
function useMenuOpen(root: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return;
    root.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const press = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", press);
    return () => document.removeEventListener("pointerdown", press);
  }, [open, root]);
  return [open, setOpen] as const;
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Lets the arrow keys move the focus between the elements that match the selector. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const step = steps[event.key];
  if (!step) return;
  const elements = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = elements.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  elements[step(at, elements.length - 1)]?.focus();
}
