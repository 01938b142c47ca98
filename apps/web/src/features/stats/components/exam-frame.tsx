import type { NextExam } from "@repasa/contract/stats.ts";
import type { ReactNode } from "react";
import { inDays } from "#lib/plural.ts";
import { paths } from "#paths.ts";
import { Link, textLink } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

type ExamFrameProps = {
  exam: NextExam;
  daysLeft: number;
  /** These take the same room as their skeletons, so that nothing moves when the forecast comes. */
  ring?: ReactNode;
  goal?: string;
  action?: ReactNode;
};

/** The panel of an exam of the next weeks, with skeletons in place of what is not known yet. */
export function ExamFrame({ exam: { id, name }, daysLeft, ring, goal, action }: ExamFrameProps) {
  return (
    <section
      aria-labelledby="llego"
      className="flex flex-col gap-3 border-line border-t bg-brand-soft p-4 md:px-6 lg:col-span-2 lg:flex-row lg:items-center lg:justify-between lg:gap-6"
    >
      <div className="flex items-center gap-4">
        {ring ?? <Skeleton className="size-[4.5rem] rounded-full" />}
        <div className="min-w-0">
          <h2 id="llego" className="text-lg">
            ¿Llego al examen?
          </h2>
          <p className="line-clamp-2 wrap-anywhere text-sm">
            <Link href={paths.exams(id)} className={textLink}>
              {name}
            </Link>
            <span className="tabular text-ink-soft">, {inDays(daysLeft).toLocaleLowerCase("es")}</span>
          </p>
          <div className="tabular min-h-6 font-semibold">
            {goal ? <p>{goal}</p> : <Skeleton className="mt-1 h-4 w-48 max-w-full" />}
          </div>
        </div>
      </div>
      {action ?? <Skeleton className="h-11 rounded-control lg:w-44" />}
    </section>
  );
}
