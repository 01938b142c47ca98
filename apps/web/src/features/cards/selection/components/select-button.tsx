import { ListChecks } from "lucide-react";
import { useFocusAtEnd } from "#features/cards/selection/use-focus-at-end.ts";
import type { CardSelection } from "#features/cards/selection/use-selection.ts";
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
