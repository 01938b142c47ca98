import { useUser } from "#features/session/use-session.ts";
import { counted } from "#lib/plural.ts";
import { useRefusedCount } from "#lib/refused-count.ts";
import { paths } from "#paths.ts";
import { Link, textLink } from "#ui/link.tsx";

/** Leads to what the server has refused of this device's changes. Renders nothing if there is nothing. */
export function RefusedLine() {
  const count = useRefusedCount(useUser().id);
  if (count === 0) return null;
  return (
    <p className="mb-2 text-center text-ink-soft text-xs">
      <Link href={paths.settings()} className={textLink}>
        {counted(count, "cambio no se pudo guardar", "cambios no se pudieron guardar")}
      </Link>
    </p>
  );
}
