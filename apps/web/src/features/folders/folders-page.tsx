import type { Folder } from "@repasa/contract/folders.ts";
import { useQuery } from "@tanstack/react-query";
import { FolderPlus, Plus, SearchX } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { DeleteFolderDialog } from "#features/folders/components/delete-folder-dialog.tsx";
import { FolderCard, FolderCardSkeleton } from "#features/folders/components/folder-card.tsx";
import { FolderDialog } from "#features/folders/components/folder-dialog.tsx";
import { foldersQuery } from "#features/folders/folders.api.ts";
import { useStartsWithDraft } from "#features/session/use-draft-key.ts";
import { search } from "#lib/text-search.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { VirtualList } from "#ui/virtual-list.tsx";

/** More than this are virtualized. */
const DRAWN_AT_ONCE = 100;
const COLUMN = 280;

export default function FoldersPage() {
  const { data: folders, isPending, isFetching, refetch } = useQuery(foldersQuery());
  const [sought, setSought] = useState("");
  const deferred = useDeferredValue(sought);
  const [creating, setCreating] = useState(useStartsWithDraft("newFolder"));
  const [deleting, setDeleting] = useState<{ folder: Folder | null; open: boolean }>({ folder: null, open: false });
  const create = () => setCreating(true);

  return (
    <>
      <PageHeader
        title="Carpetas"
        actions={
          folders && folders.length > 0 ? (
            <Button icon={<Plus />} onClick={create}>
              Nueva carpeta
            </Button>
          ) : undefined
        }
      />
      {folders ? (
        folders.length === 0 ? (
          <NoFolders onCreate={create} />
        ) : (
          <>
            <SearchField label="Buscar carpetas..." value={sought} onValueChange={setSought} className="mb-5" />
            <FolderGrid
              folders={folders}
              sought={deferred}
              onDelete={(folder) => setDeleting({ folder, open: true })}
              onClear={() => setSought("")}
            />
          </>
        )
      ) : isPending ? (
        <FoldersSkeleton />
      ) : (
        <ErrorState title="No se pudieron cargar tus carpetas" onRetry={() => void refetch()} retrying={isFetching} />
      )}
      <FolderDialog open={creating} onOpenChange={setCreating} />
      <DeleteFolderDialog
        open={deleting.open}
        onOpenChange={(open) => setDeleting({ ...deleting, open })}
        folder={deleting.folder}
      />
    </>
  );
}

const gridLook = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,17.5rem),1fr))] gap-3 md:gap-4";

function NoFolders({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      icon={<FolderPlus />}
      title="Tu primera carpeta"
      text="Una carpeta por materia. Dentro van las cartas que quieres recordar."
      action={
        <Button size="lg" onClick={onCreate}>
          Crear carpeta personalizada
        </Button>
      }
    />
  );
}

function FoldersSkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton className="mb-5 h-12 rounded-control" />
      <div className={gridLook}>
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <FolderCardSkeleton key={index} />
        ))}
      </div>
    </SkeletonGroup>
  );
}

type FolderGridProps = {
  folders: readonly Folder[];
  sought: string;
  onDelete: (folder: Folder) => void;
  onClear: () => void;
};

function FolderGrid({ folders, sought, onDelete, onClear }: FolderGridProps) {
  const found = search(folders, sought, ({ name, description }) => [name, description]);
  if (found.length === 0) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="Ninguna carpeta coincide"
        text="Prueba con otra palabra del nombre o de la descripción."
        action={
          <Button variant="outline" onClick={onClear}>
            Borrar búsqueda
          </Button>
        }
      />
    );
  }
  if (found.length > DRAWN_AT_ONCE) {
    return (
      <VirtualList
        label="Carpetas"
        items={found}
        itemKey={({ id }) => id}
        estimateHeight={184}
        minColumnWidth={COLUMN}
        gap={16}
        renderItem={(folder) => <FolderCard folder={folder} onDelete={() => onDelete(folder)} />}
      />
    );
  }
  return (
    <ul aria-label="Carpetas" className={gridLook}>
      {found.map((folder) => (
        <li key={folder.id} className="min-w-0">
          <FolderCard folder={folder} onDelete={() => onDelete(folder)} />
        </li>
      ))}
    </ul>
  );
}
