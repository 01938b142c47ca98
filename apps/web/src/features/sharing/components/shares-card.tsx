import type { Share, SharedBy } from "@repasa/contract/sharing.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EndShareDialog } from "#features/sharing/components/end-share-dialog.tsx";
import { sharedFoldersQuery, sharesQuery } from "#features/sharing/sharing.api.ts";
import { describeFollowers } from "#features/sharing/sharing.wording.ts";
import { isUnreachable } from "#lib/api-error.ts";
import { failureOf } from "#lib/query-failure.ts";
import { useLinkTarget } from "#lib/use-link-target.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { ShortList } from "#ui/short-list.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** All links of the account, which the sheet of a folder creates; nothing without any, nor before it is known whether there are any. */
export function SharesCard() {
  const query = useQuery(sharesQuery());
  const { data: shares = [], error } = query;
  const { data: folders, isPending } = useQuery({ ...sharedFoldersQuery(), enabled: shares.length > 0 });
  const target = useLinkTarget("#enlaces");
  const failed = query.data === undefined && error !== null && !isUnreachable(error);
  if (!failed && shares.length === 0) return null;
  return (
    <section aria-labelledby="enlaces" className="surface-card p-4 md:p-5">
      <h2 ref={target} id="enlaces" tabIndex={-1} className="text-lg">
        Enlaces que compartes
      </h2>
      {failed && <ErrorState title="No se pudieron cargar tus enlaces" {...failureOf(query)} />}
      <ShortList items={shares}>
        {(share) => (
          <ShareLine
            key={share.id}
            share={share}
            folder={folders?.find(({ shareId }) => shareId === share.id)}
            isPending={isPending}
          />
        )}
      </ShortList>
    </section>
  );
}

type ShareLineProps = { share: Share; folder: SharedBy | undefined; isPending: boolean };

function ShareLine({ share, folder, isPending }: ShareLineProps) {
  const [ending, setEnding] = useState(false);
  const name = folder?.name ?? "Carpeta compartida";
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        {isPending ? (
          <Skeleton className="my-1 h-4 w-40" />
        ) : (
          <p className="wrap-anywhere line-clamp-2 font-semibold">{name}</p>
        )}
        <p className="tabular text-ink-soft text-sm">{describeFollowers(share.followers)}</p>
      </div>
      <Button variant="outline" size="sm" aria-label={`Terminar el enlace a ${name}`} onClick={() => setEnding(true)}>
        Terminar
      </Button>
      <EndShareDialog open={ending} onOpenChange={setEnding} subject={share} />
    </li>
  );
}
