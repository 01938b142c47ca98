import type { Folder } from "@repasa/contract/folders.ts";
import { useQuery } from "@tanstack/react-query";
import { CalendarClock, FileUp, FolderPlus, Pencil, Plus, Search, SearchX } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { DeleteFolderDialog } from "#features/folders/components/delete-folder-dialog.tsx";
import { FolderDialog } from "#features/folders/components/folder-dialog.tsx";
import { FolderRow } from "#features/folders/components/folder-row.tsx";
import { NewCardFolderDialog } from "#features/folders/components/new-card-folder-dialog.tsx";
import { foldersQuery } from "#features/folders/folders.loading.ts";
import { useStartsWithDraft } from "#features/session/use-draft-key.ts";
import { useArrivingLink } from "#features/sharing/visiting/use-arriving-link.ts";
import { lazyPart } from "#lib/lazy-part.ts";
import { failureOf } from "#lib/query-failure.ts";
import { search } from "#lib/text-search.ts";
import { useEntryState } from "#lib/use-entry-state.ts";
import { useNow } from "#lib/use-now.ts";
import { isWideScreen } from "#lib/wide-screen.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { drawLater } from "#ui/draw-later.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PageMenu } from "#ui/page-menu.tsx";
import { RowList, RowListSkeleton } from "#ui/row-list.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Spinner } from "#ui/spinner.tsx";

const JoinedClasses = lazyPart(
  async () => (await import("#features/classes/components/joined-classes.tsx")).JoinedClasses,
);

/** Narrow enough that three buttons fit in one line on a phone. */
const compact = "max-md:grow max-md:px-3 max-md:[&_svg]:hidden";

/** In pixels. On a phone, the ways to a folder are below its name, and the screen's buttons below its title. */
const ROWS = { phone: { estimateHeight: 102, above: 200 }, wide: { estimateHeight: 60, above: 170 } };

export default function FoldersPage() {
  const following = useArrivingLink();
  const query = useQuery(foldersQuery());
  const { data: folders, isPending } = query;
  const [sought, setSought] = useEntryState("sought", "");
  const [creating, setCreating] = useState(useStartsWithDraft("newFolder"));
  const [deleting, setDeleting] = useState<{ folder: Folder | null; open: boolean }>({ folder: null, open: false });
  const [editing, setEditing] = useState(false);
  const create = () => setCreating(true);

  if (following) return <Spinner page text="Añadiendo la carpeta..." />;
  return (
    <>
      <PageHeader
        title="Carpetas"
        actions={
          folders && folders.length > 0 ? (
            <>
              <ButtonLink
                href={paths.exams()}
                variant="outline"
                icon={<CalendarClock aria-hidden />}
                className={compact}
              >
                Exámenes
              </ButtonLink>
              <Button variant="outline" icon={<Plus />} onClick={create} className={compact}>
                Nueva carpeta
              </Button>
            </>
          ) : undefined
        }
        menu={
          folders && folders.length > 0 ? <FoldersMenu editing={editing} onEditingChange={setEditing} /> : undefined
        }
      />
      {folders ? (
        folders.length === 0 ? (
          <NoFolders onCreate={create} />
        ) : (
          <>
            <SearchField label="Buscar carpetas..." value={sought} onValueChange={setSought} />
            <SearchInCards sought={sought.trim()} />
            <FolderResults
              folders={folders}
              sought={sought}
              editing={editing}
              onDelete={(folder) => setDeleting({ folder, open: true })}
              onClear={() => setSought("")}
            />
          </>
        )
      ) : isPending ? (
        <FoldersSkeleton />
      ) : (
        <ErrorState title="No se pudieron cargar tus carpetas" {...failureOf(query)} />
      )}
      {folders && sought === "" && (
        <Suspense>
          <JoinedClasses />
        </Suspense>
      )}
      {folders && <NewCardFolderDialog folders={folders} />}
      <FolderDialog open={creating} onOpenChange={setCreating} />
      <DeleteFolderDialog
        open={deleting.open}
        onOpenChange={(open) => setDeleting({ ...deleting, open })}
        subject={deleting.folder}
      />
    </>
  );
}

type FoldersMenuProps = { editing: boolean; onEditingChange: (editing: boolean) => void };

function FoldersMenu({ editing, onEditingChange }: FoldersMenuProps) {
  const [, navigate] = useLocation();
  const items = [
    { label: "Importar cartas", icon: <FileUp />, onSelect: () => navigate(paths.import()) },
    { label: "Editar", icon: <Pencil />, onSelect: () => onEditingChange(true) },
  ];
  if (editing) {
    return (
      <Button variant="ghost" onClick={() => onEditingChange(false)}>
        Listo
      </Button>
    );
  }
  return <PageMenu label="Más opciones de tus carpetas" items={items} />;
}

function NoFolders({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      icon={<FolderPlus />}
      title="Tu primera carpeta"
      text="Una carpeta por materia. Dentro van las cartas que quieres recordar."
      action={
        <div className="flex flex-col gap-2">
          <Button size="lg" onClick={onCreate}>
            Crear carpeta personalizada
          </Button>
          <ButtonLink variant="ghost" href={paths.import()} icon={<FileUp aria-hidden />}>
            Importar cartas
          </ButtonLink>
        </div>
      }
    />
  );
}

function FoldersSkeleton() {
  return (
    <>
      <Skeleton className="mb-5 h-12 rounded-control" />
      <RowListSkeleton rows={8} rowClassName="h-26 md:h-15" />
    </>
  );
}

/** The search field filters only folders, so this links to the search for cards. */
function SearchInCards({ sought }: { sought: string }) {
  if (sought === "") return <div className="h-5" />;
  return (
    <ButtonLink
      href={`${paths.search()}?q=${encodeURIComponent(sought)}`}
      variant="ghost"
      icon={<Search aria-hidden />}
      className="my-1 max-w-full justify-start! px-3.5 text-left"
    >
      <span className="min-w-0 truncate">Buscar «{sought}» en todas las cartas</span>
    </ButtonLink>
  );
}

const byName = new Intl.Collator("es", { numeric: true });

/** Those with pending cards come first; within both, names are in alphabetical order. */
function sortFolders(folders: readonly Folder[]): Folder[] {
  const isPending = ({ dueCount }: Folder) => Number(dueCount > 0);
  return folders.toSorted((a, b) => isPending(b) - isPending(a) || byName.compare(a.name, b.name));
}

type FolderResultsProps = {
  folders: readonly Folder[];
  sought: string;
  editing: boolean;
  onDelete: (folder: Folder) => void;
  onClear: () => void;
};

const FolderResults = drawLater(FoundFolders);

function FoundFolders({ folders, sought, editing, onDelete, onClear }: FolderResultsProps) {
  const sorted = useMemo(() => sortFolders(folders), [folders]);
  const found = search(sorted, sought, ({ name, description }) => [name, description]);
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
  const [own = [], followed = []] = [false, true].map((isFollowed) =>
    found.filter(({ follows }) => (follows !== null) === isFollowed),
  );
  return (
    <>
      {own.length > 0 && <FolderList label="Carpetas" folders={own} level={2} editing={editing} onDelete={onDelete} />}
      {followed.length > 0 && (
        <section aria-labelledby="compartido" className={own.length > 0 ? "mt-8" : ""}>
          <h2 id="compartido" className="mb-2 text-base text-ink-soft">
            Compartido contigo
          </h2>
          <FolderList label="Compartido contigo" folders={followed} level={3} editing={editing} onDelete={onDelete} />
        </section>
      )}
    </>
  );
}

type FolderListProps = Pick<FolderResultsProps, "folders" | "editing" | "onDelete"> & { label: string; level: 2 | 3 };

function FolderList({ label, folders, level, editing, onDelete }: FolderListProps) {
  const now = useNow();
  return (
    <RowList
      label={label}
      items={folders}
      itemKey={({ id }) => id}
      {...(isWideScreen() ? ROWS.wide : ROWS.phone)}
      renderItem={(folder, isPainted) => (
        <FolderRow
          folder={folder}
          now={now}
          isPainted={isPainted}
          editing={editing}
          level={level}
          onDelete={() => onDelete(folder)}
        />
      )}
    />
  );
}
