import type { CatalogFolder, CatalogPreview } from "@repasa/contract/store.ts";
import { useQuery } from "@tanstack/react-query";
import { ReadyMadeActions } from "#features/store/components/ready-made-actions.tsx";
import { previewQuery } from "#features/store/store.api.ts";
import { formatCount } from "#lib/plural.ts";
import { Dialog, DialogFooter } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

const SAMPLE = 8;

type PreviewDialogProps = {
  folder: CatalogFolder;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  adding: boolean;
  onAdd: () => void;
};

export function PreviewDialog({ folder, open, onOpenChange, adding, onAdd }: PreviewDialogProps) {
  const { data, isPending, error, isFetching, refetch } = useQuery({ ...previewQuery(folder.slug), enabled: open });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={folder.name} description={folder.description} size="lg">
      {data ? (
        <Sample preview={data} />
      ) : isPending || isFetching ? (
        <SkeletonGroup className="flex flex-col gap-2">
          {Array.from({ length: SAMPLE }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are identical
            <Skeleton key={index} className="h-12 rounded-control" />
          ))}
        </SkeletonGroup>
      ) : (
        <ErrorState title="No se pudo cargar la vista previa" error={error} onRetry={() => void refetch()} />
      )}
      <DialogFooter>
        <ReadyMadeActions folder={folder} adding={adding} onAdd={onAdd} variant="primary" />
      </DialogFooter>
    </Dialog>
  );
}

function Sample({ preview }: { preview: CatalogPreview }) {
  const { cards, cardCount, sources } = preview;
  const sample = cards.slice(0, SAMPLE);
  return (
    <>
      <h3 className="text-ink-soft text-sm">
        {sample.length < cardCount
          ? `${formatCount(sample.length)} de sus ${formatCount(cardCount)} cartas`
          : `Sus ${formatCount(cardCount)} cartas`}
      </h3>
      <dl className="mt-2 overflow-hidden rounded-control border border-line">
        {sample.map(({ front, back }, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the cards does not change
            key={index}
            className="grid gap-x-4 border-line px-4 py-2.5 not-first:border-t md:grid-cols-2"
          >
            <dt dir="auto" className="min-w-0 break-words font-semibold">
              {front}
            </dt>
            <dd dir="auto" className="min-w-0 whitespace-pre-line break-words text-ink-soft">
              {back}
            </dd>
          </div>
        ))}
      </dl>
      {sources.length > 0 && (
        <section aria-label="Fuentes" className="mt-5">
          <h3 className="text-ink-soft text-sm">Fuentes</h3>
          <ul className="mt-1 flex list-disc flex-col gap-1 pl-5 text-ink-soft text-sm marker:text-line-strong">
            {sources.map((source) => (
              <li key={source} className="[overflow-wrap:anywhere]">
                {source}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
