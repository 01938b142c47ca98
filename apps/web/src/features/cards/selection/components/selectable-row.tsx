import type { Card } from "@repasa/contract/cards.ts";
import type { MouseEvent, ReactNode } from "react";
import { useLongPress } from "#features/cards/selection/use-long-press.ts";
import type { CardSelection } from "#features/cards/selection/use-selection.ts";
import { formatQuestionLine } from "#features/cards/text/text.lines.ts";
import { shortenText } from "#lib/shorten-text.ts";
import { cx } from "#ui/cx.ts";

type SelectableRowProps = { card: Card; selection: CardSelection; children: ReactNode };

/** A row that can be selected: by its check box, by Shift and a click, or by a long press. */
export function SelectableRow({ card, selection, children }: SelectableRowProps) {
  const { isSelecting } = selection;
  const isSelected = selection.has(card.id);
  const press = useLongPress(() => selection.toggle(card.id));
  const changeSelection = (shift: boolean) => (shift ? selection.extend(card.id) : selection.toggle(card.id));
  const click = (event: MouseEvent<HTMLElement>) => {
    const long = press.wasLong();
    if (event.target instanceof Element && event.target.closest("[data-box]")) return;
    if (!long && !isSelecting && !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (!long) changeSelection(event.shiftKey);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its content works without it, and the check box selects it
    <div
      data-card={card.id}
      {...press.handlers}
      onClickCapture={click}
      onMouseDown={(event) => {
        // Shift and a click would select the text in between.
        if (event.shiftKey) event.preventDefault();
      }}
      onContextMenu={(event) => {
        if (press.wasLong()) event.preventDefault();
      }}
      className={cx(
        "group/row relative [-webkit-touch-callout:none] pointer-coarse:select-none",
        isSelected && "bg-brand-soft/60",
        // The check box covers the place of the difficulty.
        isSelecting
          ? "[&>article>:first-child]:invisible [&_[data-actions]]:hidden [&_article_button]:invisible"
          : "pointer-fine:hover:[&>article>:first-child]:invisible has-[[data-box]_:focus-visible]:[&>article>:first-child]:invisible",
      )}
    >
      {children}
      <label
        data-box=""
        className={cx(
          "absolute inset-y-0 left-0 w-11 cursor-pointer pt-[15px] pl-3",
          !isSelecting &&
            "opacity-0 has-focus-visible:opacity-100 pointer-coarse:hidden pointer-fine:group-hover/row:opacity-100",
        )}
      >
        <input
          type="checkbox"
          // Check boxes can be reached by Tab only in selection mode, so that keyboard users can leave the list quickly.
          tabIndex={isSelecting ? 0 : -1}
          aria-label={`Seleccionar «${shortenText(formatQuestionLine(card))}»`}
          checked={isSelected}
          onChange={({ nativeEvent }) =>
            changeSelection((nativeEvent as unknown as { shiftKey?: boolean }).shiftKey === true)
          }
          className="size-5 cursor-pointer accent-brand"
        />
      </label>
    </div>
  );
}
