import { Pencil, Undo2, X } from "lucide-react";
import { OutboxNotice } from "#features/study/components/outbox-notice.tsx";
import { usePageTitle } from "#lib/page-title.ts";
import { formatCount } from "#lib/plural.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";

type StudyHeaderProps = {
  title: string;
  done: number;
  total: number;
  canUndo: boolean;
  shortcuts: boolean;
  onLeave: () => void;
  onUndo: () => void;
  onEdit: () => void;
};

export function StudyHeader({ title, done, total, canUndo, shortcuts, onLeave, onUndo, onEdit }: StudyHeaderProps) {
  usePageTitle(title);
  const position = `Carta ${formatCount(done + 1)} de ${formatCount(total)}`;
  return (
    <header className="shrink-0">
      <div className="flex items-center gap-1">
        <IconButton label="Salir de la sesión" icon={<X />} onClick={onLeave} className="-ml-3" />
        <h1 tabIndex={-1} className="min-w-0 flex-1 truncate font-semibold text-base">
          {title}
        </h1>
        <IconButton
          label="Deshacer la última valoración"
          icon={<Undo2 />}
          disabled={!canUndo}
          title={shortcuts ? "Deshacer (U)" : "Deshacer"}
          aria-keyshortcuts={shortcuts ? "U Control+Z" : undefined}
          onClick={onUndo}
        />
        <IconButton
          label="Editar carta"
          icon={<Pencil />}
          title={shortcuts ? "Editar (E)" : "Editar"}
          aria-keyshortcuts={shortcuts ? "E" : undefined}
          onClick={onEdit}
          className="-mr-3"
        />
      </div>
      <ProgressBar value={done} max={total} label="Progreso de la sesión" valueText={position} className="mt-1" />
      <div className="tabular mt-2 flex items-center gap-3 text-ink-soft text-sm">
        <span>{position}</span>
        <span className="ml-auto">
          <OutboxNotice />
        </span>
        <span>{Math.round((done / total) * 100)}%</span>
      </div>
    </header>
  );
}
