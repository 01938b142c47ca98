import { titleEntry } from "#features/device/edits/edits.kinds.ts";
import type { StoredEntry } from "#features/device/outbox/outbox.entry.ts";
import { counted } from "#lib/plural.ts";
import { shortenText } from "#lib/shorten-text.ts";

/** In rows: more would say nothing that the count does not say. */
const MAX_ROWS = 50;

/** States how many edits and ratings wait to be sent, and lists them on demand. Renders nothing if none waits. */
export function WaitingEdits({ waiting }: { waiting: readonly StoredEntry[] }) {
  if (waiting.length === 0) return null;
  const edits = waiting.filter((entry) => entry.kind === "change");
  const ratings = waiting.length - edits.length;
  return (
    <details className="tabular text-ink-soft text-sm">
      <summary className="mx-auto w-fit rounded-control px-2 py-1 font-semibold">
        {counted(waiting.length, "cambio por enviar", "cambios por enviar")}
      </summary>
      <ul className="mt-1 space-y-1 text-left">
        {ratings > 0 && <li>{counted(ratings, "respuesta de tu estudio", "respuestas de tu estudio")}</li>}
        {edits.slice(0, MAX_ROWS).map((entry) => (
          <li key={entry.reviewId} className="[overflow-wrap:anywhere]">
            {titleEntry(entry)}
            {entry.subject !== "" && ` · ${shortenText(entry.subject, 80)}`}
          </li>
        ))}
      </ul>
    </details>
  );
}
