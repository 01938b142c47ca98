import type { PendingFolder, UserStats } from "@repasa/contract/stats.ts";
import { CircleCheckBig } from "lucide-react";
import { PendingFolderRow } from "#features/stats/components/pending-folder-row.tsx";
import type { StripDay } from "#features/stats/use-days.ts";
import { addDays, utcMidnight } from "#lib/local-date.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { Link, textLink } from "#ui/link.tsx";
import { RowList } from "#ui/row-list.tsx";

type TodayPanelProps = {
  folders: readonly PendingFolder[];
  stats: UserStats | undefined;
  /** The next day that asks cards. */
  next: StripDay | undefined;
  today: string;
};

/** Up to this many folders are all shown, because a list without its last one or two would save nothing. */
const MAX_SHOWN = 6;

/** Of more folders, Home shows the first ones. All of them are one tap away. */
const SHOWN_OF_MANY = 4;

export function TodayPanel({ folders, stats, next, today }: TodayPanelProps) {
  if (folders.length === 0)
    return stats?.totalCards === 0 ? null : <AllDone today={today} next={next} waits={(stats?.dueWaiting ?? 0) > 0} />;
  const isLong = folders.length > MAX_SHOWN;
  return (
    <>
      <RowList
        label="Carpetas pendientes"
        items={isLong ? folders.slice(0, SHOWN_OF_MANY) : folders}
        itemKey={({ folderId }) => folderId}
        renderItem={(folder) => <PendingFolderRow folder={folder} level={3} />}
      />
      {isLong && (
        <p className="mt-2 text-center">
          <Link href={paths.pendingReviews()} className={`${textLink} inline-flex min-h-11 items-center px-3`}>
            Ver las {formatCount(folders.length)}
          </Link>
        </p>
      )}
    </>
  );
}

type AllDoneProps = Pick<TodayPanelProps, "next" | "today"> & {
  /** True if due cards wait for another day: then the student is not up to date. */
  waits: boolean;
};

function AllDone({ next, today, waits }: AllDoneProps) {
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-easy-soft p-4 md:p-5">
      <CircleCheckBig aria-hidden className="size-8 shrink-0 text-easy" />
      <div className="min-w-0 flex-1 basis-52">
        <h3 className="text-lg">{waits ? "Hecho por hoy" : "Todo al día"}</h3>
        <p className="text-ink-soft">
          {next ? describeNextDay(next, today) : "Descansa, que también ayuda a recordar."}
        </p>
      </div>
      <ButtonLink href={paths.folders()} variant="outline">
        Ver mis carpetas
      </ButtonLink>
    </section>
  );
}

const weekdays = new Intl.DateTimeFormat("es", { weekday: "long", timeZone: "UTC" });

function describeNextDay({ date, asked = 0 }: StripDay, today: string): string {
  const day = date === addDays(today, 1) ? "Mañana" : `El ${weekdays.format(utcMidnight(date))}`;
  return `${day} te ${asked === 1 ? "espera" : "esperan"} ${counted(asked, "carta", "cartas")}.`;
}
