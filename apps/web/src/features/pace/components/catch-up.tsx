import type { Backlog, CatchUp as CatchUpPlan } from "@repasa/contract/pace.ts";
import { useState } from "react";
import { useEndCatchUp, useStartCatchUp } from "#features/pace/pace.api.ts";
import { describePlan, describeTodaysShare, formatDate } from "#features/pace/pace.wording.ts";
import { useToday } from "#features/preferences/use-today.ts";
import { formatApproximateTime } from "#lib/about-time.ts";
import { focusPageTitle } from "#lib/page-title.ts";
import { counted } from "#lib/plural.ts";
import { Button } from "#ui/button.tsx";

const DECLINED_KEY = "catchUpDeclined";

/** Offers to spread a backlog over days, at most once a day, or shows the progress of the current plan. */
export function CatchUp({ backlog }: { backlog: Backlog }) {
  const today = useToday();
  const [declined, setDeclined] = useState(readDateDeclined);
  if (backlog.catchUp) return <CatchUpProgress plan={backlog.catchUp} />;
  if (!backlog.offered || declined === today) return null;
  const decline = () => {
    focusPageTitle();
    storeDateDeclined(today);
    setDeclined(today);
  };
  return <Offer backlog={backlog} onDecline={decline} />;
}

function Offer({ backlog, onDecline }: { backlog: Backlog; onDecline: () => void }) {
  const { mutate, isPending } = useStartCatchUp();
  const { pending, minutes, suggestion } = backlog;
  const spread = () => {
    focusPageTitle();
    mutate(suggestion.days);
  };
  return (
    <section aria-labelledby="ponerse-al-dia" className="surface-card mb-5 p-4 md:mb-7 md:p-5">
      <h2 id="ponerse-al-dia" className="text-lg">
        Se te {pending === 1 ? "ha" : "han"} juntado {counted(pending, "repaso", "repasos")}
      </h2>
      <p className="mt-0.5 text-ink-soft">
        No hace falta hacerlos todos hoy ({formatApproximateTime(minutes)}). Si los repartes, serán{" "}
        {describePlan(backlog)}: primero lo que antes olvidarías. Mientras tanto no entran cartas nuevas.
      </p>
      <div className="mt-4 flex flex-col gap-2 sm:flex-row">
        <Button onClick={spread} loading={isPending}>
          Repartir en {counted(suggestion.days, "día", "días")}
        </Button>
        <Button variant="outline" onClick={onDecline} disabled={isPending}>
          Hoy no
        </Button>
      </div>
    </section>
  );
}

function CatchUpProgress({ plan }: { plan: CatchUpPlan }) {
  const { mutate, isPending } = useEndCatchUp();
  const endPlan = () => {
    focusPageTitle();
    mutate();
  };
  return (
    <section
      aria-labelledby="al-dia"
      className="surface-card mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 p-4 md:mb-7 md:px-5"
    >
      <div className="min-w-0 flex-1 basis-52">
        <h2 id="al-dia" className="text-base">
          {describeTodaysShare(plan)}
        </h2>
        <p className="text-ink-soft text-sm">Estarás al día {formatDate(plan.until)}.</p>
      </div>
      <Button variant="outline" onClick={endPlan} loading={isPending}>
        Dejar el plan
      </Button>
    </section>
  );
}

function readDateDeclined(): string | null {
  try {
    return localStorage.getItem(DECLINED_KEY);
  } catch {
    return null;
  }
}

function storeDateDeclined(today: string): void {
  try {
    localStorage.setItem(DECLINED_KEY, today);
  } catch {}
}
