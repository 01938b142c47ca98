import { useOutboxStatus } from "#features/device/use-outbox.ts";
import { useUser } from "#features/session/use-session.ts";
import { counted } from "#lib/plural.ts";

/** Informs that ratings wait for the network, and that they are stored on this device. */
export function OutboxNotice() {
  const { id } = useUser();
  const { answers, late, durable } = useOutboxStatus(id);
  return (
    <p role="status" className="tabular text-ink-soft text-xs">
      {late &&
        answers > 0 &&
        (durable
          ? `${counted(answers, "guardada", "guardadas")} en este dispositivo`
          : `${counted(answers, "respuesta", "respuestas")} sin enviar: no cierres la app`)}
    </p>
  );
}
