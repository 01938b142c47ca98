import { useStepFocus } from "#features/imports/use-step-focus.ts";
import { formatCount } from "#lib/plural.ts";
import { Button } from "#ui/button.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";

type ImportProgressProps = {
  title: string;
  /** The name of the file that is processed. */
  name: string;
  done: number;
  /** 0 while it is unknown. */
  total: number;
  /** The text below the bar; defaults to `done` and `total`. */
  figures?: string;
  note?: string | undefined;
  /** True while the server does not respond and requests are retried. */
  silent?: boolean;
  onCancel?: (() => void) | undefined;
  cancelling?: boolean;
};

/** Shows the progress of a long operation, and a button to cancel it. */
export function ImportProgress(props: ImportProgressProps) {
  const { title, name, done, total, note, silent = false, onCancel, cancelling = false } = props;
  const known = total > 0;
  const figures = props.figures ?? (known ? `${formatCount(done)} de ${formatCount(total)}` : "");
  const heading = useStepFocus(title);
  return (
    <section aria-labelledby="trabajo" className="surface-card p-4 md:p-6">
      <h2 ref={heading} id="trabajo" tabIndex={-1} className="text-lg">
        {title}
      </h2>
      <p className="truncate text-ink-soft">{name}</p>
      {known ? (
        <ProgressBar value={done} max={total} label={title} valueText={figures} className="mt-4 h-2.5" />
      ) : (
        <div role="progressbar" aria-label={title} className="mt-4 h-2.5 overflow-hidden rounded-full bg-brand-soft">
          <div className="h-full w-full animate-pulse rounded-full bg-brand/60" />
        </div>
      )}
      <p className="tabular mt-1.5 min-h-5 text-ink-soft text-sm">{figures}</p>
      {(silent || note) && (
        <p role={silent ? "status" : undefined} className="mt-2 text-ink-soft">
          {silent ? "No hay respuesta ahora mismo. No se pierde nada: seguimos intentándolo." : note}
        </p>
      )}
      {onCancel && (
        <Button variant="outline" loading={cancelling} onClick={onCancel} className="mt-4 max-md:w-full">
          Cancelar
        </Button>
      )}
    </section>
  );
}
