import type { Session } from "@repasa/contract/auth.ts";
import { describeDevice } from "@repasa/contract/device.ts";
import { useQuery } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { useRef } from "react";
import { byLastSeen, sessionsQuery, useEndSession } from "#features/account/account.api.ts";
import { failureOf } from "#lib/query-failure.ts";
import { timeAgo } from "#lib/relative-time.ts";
import { useLinkTarget } from "#lib/use-link-target.ts";
import { useNow } from "#lib/use-now.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { SkeletonGroup } from "#ui/skeleton.tsx";

export function SessionsCard() {
  const query = useQuery(sessionsQuery());
  const { data: sessions, isPending } = query;
  return (
    <section aria-labelledby="sesiones" className="surface-card p-4 md:p-5">
      <h2 ref={useLinkTarget("#sesiones")} id="sesiones" tabIndex={-1} className="mb-2 text-lg">
        Dónde has iniciado sesión
      </h2>
      {sessions ? (
        <SessionList sessions={sessions.toSorted(byLastSeen)} />
      ) : isPending ? (
        <SkeletonGroup className="py-2" shapes={["h-12 rounded-control"]} />
      ) : (
        <LoadFailure what="tus sesiones" {...failureOf(query)} />
      )}
    </section>
  );
}

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const now = useNow();
  return (
    <ul className="divide-y divide-line">
      {sessions.map((session) => (
        <SessionLine key={session.id} session={session} now={now} />
      ))}
    </ul>
  );
}

function SessionLine({ session, now }: { session: Session; now: Date }) {
  const line = useRef<HTMLLIElement>(null);
  const end = useEndSession(() => {
    // The button is removed with its line, so the focus would be lost.
    if (line.current?.contains(document.activeElement)) document.getElementById("sesiones")?.focus();
  });
  const { name, handheld } = describeDevice(session.userAgent);
  const Icon = handheld ? Smartphone : Laptop;
  return (
    <li ref={line} className="flex min-h-16 items-center gap-3 py-2">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="break-words font-semibold">{name}</p>
        <p className="text-ink-soft text-sm">Última actividad {timeAgo(session.lastSeenAt, now)}</p>
      </div>
      {session.current ? (
        <Badge tone="brand">Esta sesión</Badge>
      ) : (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Cerrar la sesión de ${name}`}
          loading={end.isPending}
          onClick={() => end.mutate(session)}
        >
          Cerrar
        </Button>
      )}
    </li>
  );
}
