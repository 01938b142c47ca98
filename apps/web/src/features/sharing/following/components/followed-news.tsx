import type { Folder } from "@repasa/contract/folders.ts";
import type { Follows } from "@repasa/contract/following.rows.ts";
import { CircleArrowDown, CirclePause, ImageOff, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useUndoBatch } from "#features/cards/batch/use-batch.ts";
import { usePull } from "#features/sharing/following/following.api.ts";
import { describeMissingMedia, describePull } from "#features/sharing/following/following.wording.ts";
import { useAutomaticPull } from "#features/sharing/following/use-automatic-pull.ts";
import { timeAgo } from "#lib/relative-time.ts";
import { useAddressQuery } from "#lib/use-address-query.ts";
import { useNow } from "#lib/use-now.ts";
import { MISSING_MEDIA } from "#paths.ts";
import { NoticeButton } from "#ui/notice-button.tsx";

/** How long after a pull it can be undone. */
const UNDOABLE_MS = 86_400_000;

type FollowedNewsProps = { folder: Folder; follows: Follows };

/** What the last pull of a followed folder brought, why it takes none by itself, or what did not fit at first: one line, or none. */
export function FollowedNews({ folder, follows }: FollowedNewsProps) {
  const isFull = useAutomaticPull(folder);
  const [query] = useAddressQuery();
  const missing = Number(query.get(MISSING_MEDIA));
  const now = useNow();
  const { paused, lastPull } = follows;
  const isRecent = lastPull !== null && now.getTime() - Date.parse(lastPull.at) < UNDOABLE_MS;
  if (missing > 0) return <Line Icon={ImageOff}>{describeMissingMedia(missing)}</Line>;
  if (isRecent) return <LastPull pull={lastPull} now={now} />;
  if (!paused && !isFull) return null;
  return (
    <Line Icon={CirclePause} action={<PullButton folder={folder} />}>
      {paused ? "No se actualiza sola, porque deshiciste sus cambios." : "Hay cartas nuevas que no caben en tu plan."}
    </Line>
  );
}

function LastPull({ pull, now }: { pull: NonNullable<Follows["lastPull"]>; now: Date }) {
  const undo = useUndoBatch();
  const { batchId, at } = pull;
  return (
    <Line
      Icon={CircleArrowDown}
      action={
        batchId !== null && (
          <NoticeButton change={undo} input={batchId}>
            Deshacer
          </NoticeButton>
        )
      }
    >
      {`Llegó ${timeAgo(at, now)}: ${describePull(pull)}.`}
    </Line>
  );
}

function PullButton({ folder }: { folder: Folder }) {
  const pull = usePull();
  return (
    <NoticeButton change={pull} input={folder}>
      Actualizar
    </NoticeButton>
  );
}

function Line({ Icon, action, children }: { Icon: LucideIcon; action?: ReactNode; children: string }) {
  return (
    <div className="mb-3 flex min-h-11 flex-wrap items-center gap-x-3 rounded-control bg-sunken py-1.5 pr-1.5 pl-3.5 text-sm md:mb-4">
      <div className="flex min-w-0 flex-[1_1_12em] items-center gap-x-3">
        <Icon aria-hidden className="size-4.5 shrink-0 text-ink-soft" />
        <p role="status" className="tabular min-w-0">
          {children}
        </p>
      </div>
      {action}
    </div>
  );
}
