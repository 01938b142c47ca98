import { ListChecks } from "lucide-react";
import { useEffect, useRef } from "react";
import type { CardSelection } from "#features/cards/use-selection.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Tooltip } from "#ui/tooltip.tsx";

/** Starts a selection of cards, for users who do not know the long press. */
export function SelectButton({ selection }: { selection: CardSelection }) {
  const button = useFocusAtEnd(selection.isSelecting);
  return (
    <Tooltip label="Seleccionar cartas">
      <IconButton
        ref={button}
        label="Seleccionar cartas"
        icon={<ListChecks />}
        aria-pressed={selection.isSelecting}
        onClick={selection.isSelecting ? selection.end : selection.start}
        className="h-12 border border-line bg-surface aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
      />
    </Tooltip>
  );
}

/** Moves the focus to the button when the selection ends and its bar disappears, unless a row has the focus. */
function useFocusAtEnd(isSelecting: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const was = useRef(isSelecting);
  useEffect(() => {
    const ended = was.current && !isSelecting;
    was.current = isSelecting;
    if (!ended) return;
    // Delayed, because a dialog of the bar that closes with it first moves the focus to the main region.
    const timer = setTimeout(() => {
      if (document.activeElement?.matches("body, main")) button.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [isSelecting]);
  return button;
}
