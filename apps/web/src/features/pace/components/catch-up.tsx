import type { Backlog, CatchUp } from "@repasa/contract/pace.ts";
import { Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { useEndCatchUp, useStartCatchUp } from "#features/pace/pace.api.ts";
import { describePlan, describePlanProgress, describePlanStart } from "#features/pace/pace.wording.ts";
import { useToday } from "#features/preferences/use-today.ts";
import { formatApproximateTime } from "#lib/about-time.ts";
import { focusPageTitle } from "#lib/page-title.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { Link, textLink } from "#ui/link.tsx";

const DECLINED_KEY = "catchUpDeclined";

type CatchUpStartProps = {
  backlog: Backlog;
  /** True if an exam is to come, whose new cards go on. */
  hasExam: boolean;
  /** Shown instead on a day on which the user has chosen to study everything. */
  otherwise: ReactNode;
};

/** Starts a plan that spreads a backlog over days, and today's share of it. All cards are one tap away too. */
export function CatchUpStart({ backlog, hasExam, otherwise }: CatchUpStartProps) {
  const today = useToday();
  const [, navigate] = useLocation();
  const [declined, setDeclined] = useState(readDateDeclined);
  const { mutateAsync, isPending } = useStartCatchUp();
  if (declined === today) return otherwise;
  const { minutes, suggestion } = backlog;
  // A failure is shown as a toast.
  const spread = () =>
    mutateAsync(suggestion.days).then(
      () => suggestion.leftToday > 0 && navigate(paths.study()),
      () => {},
    );
  const decline = () => {
    storeDateDeclined(today);
    setDeclined(today);
  };
  return (
    <>
      <div className="flex flex-col items-start gap-x-5 gap-y-1 md:flex-row md:items-center">
        <Button size="lg" icon={<Play />} className="min-h-14 w-full md:w-60" loading={isPending} onClick={spread}>
          {describePlanStart(backlog)}
        </Button>
        <p className="text-ink-soft text-sm">
          <Link href={paths.study()} onClick={decline} className={`${textLink} inline-flex min-h-11 items-center`}>
            Hacer todas
          </Link>{" "}
          ({formatApproximateTime(minutes)})
        </p>
      </div>
      <p className="text-ink-soft text-sm md:mt-3">{describePlan(backlog, hasExam)}</p>
    </>
  );
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
