import { Pencil, Undo2, X } from "lucide-react";
import type { ReactNode } from "react";
import { OutboxNotice } from "#features/study/components/outbox-notice.tsx";
import { POSITION } from "#features/study/use-first-description.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { formatChord } from "#lib/shortcut.ts";
import { cx } from "#ui/cx.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { SmallSwitch } from "#ui/small-switch.tsx";

/** Elements that are the same for each key, so that React does not render them again. */
const same = { x: <X />, undo: <Undo2 />, pencil: <Pencil />, notice: <OutboxNotice /> };

type StudyHeaderProps = {
  title: string;
  /** "Carta 3 de 20". */
  position: string;
  done: number;
  total: number;
  shortcuts: boolean;
  /** Whether the cards of this session are typed; null if that cannot be switched. */
  isTyping: boolean | null;
  onSwitch: () => void;
  onLeave: () => void;
  onUndo: () => void;
  onEdit: () => void;
  /** Shown between the title and the other buttons. */
  children: ReactNode;
};

export function StudyHeader({ title, position, done, total, isTyping, onSwitch, ...actions }: StudyHeaderProps) {
  usePageTitle(title);
  return (
    <header className="flex shrink-0 flex-col flat:flex-row flat:flex-wrap flat:items-center">
      <TitleRow title={title} canUndo={done > 0} {...actions} />
      <ProgressBar value={done} max={total} className="mt-1 flat:order-1 flat:mt-0 flat:basis-full" />
      <div className="tabular mt-2 flex justify-between gap-3 text-ink-soft text-sm flat:mt-0 flat:ml-4">
        <span id={POSITION} aria-live="polite">
          {position}
        </span>
        {isTyping !== null && (
          <SmallSwitch
            label="Escribir"
            name="Escribir las respuestas"
            checked={isTyping}
            shortcut={actions.shortcuts ? "T" : undefined}
            onCheckedChange={onSwitch}
          />
        )}
        <span>{Math.round((done / total) * 100)}%</span>
      </div>
    </header>
  );
}

/** The size is in pixels, so that the buttons do not grow with the text size and leave room for the text. */
const iconSize = "size-[44px]";

type TitleRowProps = Pick<StudyHeaderProps, "title" | "shortcuts" | "onLeave" | "onUndo" | "onEdit" | "children"> & {
  canUndo: boolean;
};

function TitleRow({ title, canUndo, shortcuts, onLeave, onUndo, onEdit, children }: TitleRowProps) {
  return (
    <div className="flex items-center gap-1 flat:flex-1">
      <IconButton
        label="Salir de la sesión"
        icon={same.x}
        title={shortcuts ? "Salir (Esc)" : undefined}
        aria-keyshortcuts={shortcuts ? "Escape" : undefined}
        onClick={onLeave}
        className={cx(iconSize, "-ml-3")}
      />
      <div className="min-w-0 flex-1">
        <h1 tabIndex={-1} className="font-semibold text-base leading-tight">
          {title}
        </h1>
        {same.notice}
      </div>
      {children}
      <IconButton
        label="Deshacer la última valoración"
        icon={same.undo}
        disabled={!canUndo}
        title={shortcuts ? "Deshacer (U)" : "Deshacer"}
        aria-keyshortcuts={shortcuts ? `U ${formatChord("Z").aria}` : undefined}
        onClick={onUndo}
        className={iconSize}
      />
      <IconButton
        label="Editar carta"
        icon={same.pencil}
        title={shortcuts ? "Editar (E)" : "Editar"}
        aria-keyshortcuts={shortcuts ? "E" : undefined}
        onClick={onEdit}
        className={cx(iconSize, "-mr-3")}
      />
    </div>
  );
}
