import { WaitingEdits } from "#features/device/components/waiting-edits.tsx";
import type { RefusedEntry } from "#features/device/copy/copy.database.ts";
import { connectOutbox } from "#features/device/device.outbox.ts";
import { titleEntry } from "#features/device/edits/edits.kinds.ts";
import { discardRefused, formatTyped, retryRefused } from "#features/device/edits/edits.refused.ts";
import { useDeviceEdits } from "#features/device/use-device-edits.ts";
import { useUser } from "#features/session/use-session.ts";
import { counted } from "#lib/plural.ts";
import { shortenText } from "#lib/shorten-text.ts";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";

/** Lists what waits to be sent, and the edits that the server has refused, with its reasons. Renders nothing without any. */
export function DeviceEdits() {
  const { id } = useUser();
  const { waiting, refused, reload } = useDeviceEdits(id);
  if (waiting.length === 0 && refused.length === 0) return null;
  return (
    <section aria-label="Cambios de este dispositivo" className="surface-card space-y-4 p-4 md:p-5">
      <WaitingEdits waiting={waiting} />
      {refused.length > 0 && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h2 className="font-semibold">No se pudieron guardar</h2>
            {refused.length > 1 && (
              <Button
                variant="outline"
                size="sm"
                onClick={() => void retryRefused(connectOutbox(id), refused).then(reload)}
              >
                Intentar todo de nuevo
              </Button>
            )}
          </div>
          <ul className="divide-y divide-line">
            {refused.map((one) => (
              <li key={one.id} className="py-3">
                <Refused userId={id} refused={one} onDone={reload} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Lists what waits, without a frame, below the line about the connection. */
export function UnsentEdits() {
  const { waiting } = useDeviceEdits(useUser().id);
  return <WaitingEdits waiting={waiting} />;
}

type RefusedProps = { userId: number; refused: RefusedEntry; onDone: () => void };

function Refused({ userId, refused, onDone }: RefusedProps) {
  const { entry, reason, front, ratings = [] } = refused;
  const typed = formatTyped(refused);
  const copy = async () => {
    await navigator.clipboard.writeText(typed);
    toast({ description: "Copiado", variant: "success" });
  };
  return (
    <>
      <p className="font-semibold [overflow-wrap:anywhere]">
        {titleEntry(entry)}
        {front && ` · ${shortenText(front, 80)}`}
      </p>
      <p className="text-ink-soft text-sm">{reason}</p>
      <p className="line-clamp-6 whitespace-pre-wrap [overflow-wrap:anywhere]">{typed}</p>
      {ratings.length > 0 && (
        <p className="text-ink-soft text-sm">
          Con {counted(ratings.length, "respuesta de tu estudio", "respuestas de tu estudio")}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {typed !== "" && (
          <Button variant="outline" size="sm" onClick={() => void copy()}>
            Copiar
          </Button>
        )}
        <Button
          variant="outline"
          size="sm"
          onClick={() => void retryRefused(connectOutbox(userId), [refused]).then(onDone)}
        >
          Intentar de nuevo
        </Button>
        <Button variant="outline" size="sm" onClick={() => void discardRefused(userId, refused).then(onDone)}>
          Descartar
        </Button>
      </div>
    </>
  );
}
