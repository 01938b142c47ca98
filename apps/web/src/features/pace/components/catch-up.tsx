import type { Backlog, CatchUp } from "@repasa/contract/pace.ts";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useLocation } from "wouter";
import { useEndCatchUp, useStartCatchUp } from "#features/pace/pace.api.ts";
import {
  describePlan,
  describePlanProgress,
  describePlanSessions,
  describePlanStart,
} from "#features/pace/pace.wording.ts";
import type { PlanOffer } from "#features/pace/use-plan-offer.ts";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { formatApproximateTime } from "#lib/about-time.ts";
import { focusPageTitle } from "#lib/page-title.ts";
import { formatCount } from "#lib/plural.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { Link, textLink } from "#ui/link.tsx";

type CatchUpStartProps = {
  offer: PlanOffer;
  /** The number of pending cards, which a session without the plan asks. */
  total: number;
  /** The number of due cards beyond these, because of a daily limit. */
  waiting: number;
};

/** Starts a plan that spreads a backlog over days, and today's share of it. All pending cards are one tap away too. */
export function CatchUpStart({ offer: { backlog, decline }, total, waiting }: CatchUpStartProps) {
  const [, navigate] = useLocation();
  const { mutateAsync, isPending } = useStartCatchUp();
  const { minutes, suggestion } = backlog;
  // A failure is shown as a toast.
  const spread = () =>
    mutateAsync(suggestion.days).then(
      () => suggestion.leftToday > 0 && navigate(paths.study()),
      () => {},
    );
  return (
    <>
      <p className="mb-3 text-ink-soft md:mb-4">{describePlan(backlog, total + waiting)}</p>
      <div className="flex flex-col items-start gap-x-5 gap-y-1 md:flex-row md:flex-wrap md:items-center">
        <Button
          size="lg"
          icon={<Play />}
          className="min-h-14 w-full md:w-auto md:min-w-60"
          loading={isPending}
          onClick={spread}
        >
          <span className="flex flex-col">
            {describePlanStart(backlog)} <PlanSessions backlog={backlog} />
          </span>
        </Button>
        <p className="text-ink-soft text-sm">
          <Link href={paths.study()} onClick={decline} className={`${textLink} inline-flex min-h-11 items-center`}>
            {waiting > 0 ? `Hacer solo ${formatCount(total)}` : "Hacer todas"}
          </Link>{" "}
          ({formatApproximateTime(minutes)})
        </p>
      </div>
    </>
  );
}

function PlanSessions({ backlog }: { backlog: Backlog }) {
  const { data: preferences } = useQuery(preferencesQuery());
  const text = preferences && describePlanSessions(backlog, preferences.sessionSize);
  return text && <span className="font-medium text-sm">{text}</span>;
}

/** Shows the progress of the current plan, which can be ended. */
export function CatchUpNote({ plan }: { plan: CatchUp }) {
  const { mutate, isPending } = useEndCatchUp();
  const endPlan = () => {
    focusPageTitle();
    mutate();
  };
  return (
    <p>
      {describePlanProgress(plan)}{" "}
      <button type="button" className={textLink} disabled={isPending} onClick={endPlan}>
        Dejar el plan
      </button>
    </p>
  );
}
