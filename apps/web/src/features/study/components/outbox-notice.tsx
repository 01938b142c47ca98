import { useOutboxStatus } from "#features/study/use-outbox.ts";
import { formatCount } from "#lib/plural.ts";
import { useUser } from "#lib/session.ts";

export function OutboxNotice() {
  const { id } = useUser();
  const { waiting, late } = useOutboxStatus(id);
  return (
    <p role="status" className="tabular text-ink-soft text-sm">
      {late && `${formatCount(waiting)} sin guardar, reintentando`}
    </p>
  );
}
