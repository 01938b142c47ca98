import { useOutboxStatus } from "#features/device/use-outbox.ts";
import { useUser } from "#features/session/use-session.ts";
import { counted } from "#lib/plural.ts";

/** Informs that ratings wait for the network, and that they are stored on this device. */
export function OutboxNotice() {
  const { id } = useUser();
  const { answers, late, durable } = useOutboxStatus(id);
  const isShown = late && answers > 0;
  return (
    <p role="status" className="tabular text-ink-soft text-xs">
      {/* Said once, and not again for each answer. */}
      {isShown && (
        <span className="sr-only">
          {durable ? "Tus respuestas quedan guardadas aquí." : "Hay respuestas sin enviar: no cierres la app."}
        </span>
      )}
      {isShown && (
        <span aria-hidden>
          {durable
            ? `${counted(answers, "guardada", "guardadas")} en este dispositivo`
            : `${counted(answers, "respuesta", "respuestas")} sin enviar: no cierres la app`}
        </span>
      )}
    </p>
  );
}
