import { useUser } from "#features/session/use-session.ts";
import { useOutboxStatus } from "#features/study/use-outbox.ts";
import { formatCount } from "#lib/plural.ts";

export function OutboxNotice() {
  const { id } = useUser();
  const { waiting, late } = useOutboxStatus(id);
  return (
    <p role="status" className="tabular text-ink-soft text-sm">
      {late && `${formatCount(waiting)} sin guardar, reintentando`}
    </p>
  );
}
