import type { CardImport } from "@repasa/contract/imports.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileX } from "lucide-react";
import { useEffect } from "react";
import { foldersQuery } from "#features/folders/folders.loading.ts";
import { ImportDone, ImportFailed, ImportUndone } from "#features/imports/components/import-outcome.tsx";
import { ImportPreview } from "#features/imports/components/import-preview.tsx";
import { ImportProgress } from "#features/imports/components/import-progress.tsx";
import { ImportSource } from "#features/imports/components/import-source.tsx";
import { PastImports } from "#features/imports/components/past-imports.tsx";
import { importQuery, importsQuery, useCancelImport } from "#features/imports/imports.api.ts";
import { cancelUpload, type UploadState, uploadStore } from "#features/imports/imports.upload.ts";
import { isWorking, watchImport } from "#features/imports/imports.watch.ts";
import { formatBytes, formatSourceName } from "#features/imports/imports.wording.ts";
import { useClearFailure, useUpload } from "#features/imports/use-import-source.ts";
import { isNotFound } from "#lib/api-error.ts";
import { focusPageTitle } from "#lib/page-title.ts";
import { failureOf } from "#lib/query-failure.ts";
import { readSharedText, withoutShare } from "#lib/shared-text.ts";
import { useAddressQuery } from "#lib/use-address-query.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { NeedsConnection } from "#ui/needs-connection.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SkeletonGroup } from "#ui/skeleton.tsx";

export default function ImportPage() {
  const [query, setQuery] = useAddressQuery();
  const folderId = readFolderId(query);
  const { data: folders, isPending: foldersPending } = useQuery(foldersQuery());
  const folder = folders?.find(({ id }) => id === folderId);
  const { state, start } = useUpload();
  const imports = useQuery(importsQuery());
  const id = query.get("import");
  // While the list is loaded again, it may still name an import that has ended, which the user could not leave.
  const working = imports.isFetching ? undefined : imports.data?.find(({ status }) => isWorking(status))?.id;

  useClearFailure(id !== null);
  useEffect(() => {
    if (state.status !== "sent") return;
    uploadStore.clear();
    setQuery({ ...withoutShare, import: state.importId });
  }, [state, setQuery]);
  useEffect(() => {
    if (id === null && working !== undefined) setQuery({ import: working });
  }, [id, working, setQuery]);

  const restart = () => {
    setQuery({ import: "" });
    focusPageTitle();
  };
  return (
    <>
      <PageHeader
        title="Importar cartas"
        subtitle={folder && `En «${folder.name}»`}
        backHref={folder ? paths.folder(folder.id) : paths.folders()}
      />
      <NeedsConnection>Para importar hace falta conexión.</NeedsConnection>
      {state.status === "sending" ? (
        <Sending state={state} />
      ) : id !== null && folderId !== null && foldersPending ? (
        // The preview preselects the folder of the address, so the folders must be loaded.
        <ImportSkeleton />
      ) : id !== null ? (
        <OneImport key={id} id={id} folderId={folder?.id ?? null} onAgain={restart} />
      ) : (
        <ImportSource
          failure={state.status === "failed" ? state.message : undefined}
          unsent={state.status === "failed" ? state.text : readSharedText(query)}
          folderName={folder?.name}
          onSource={start}
        />
      )}
      {imports.data && id === null && state.status !== "sending" && (
        <PastImports imports={imports.data} onUndoing={(importId) => setQuery({ import: importId })} />
      )}
    </>
  );
}

function readFolderId(query: URLSearchParams): number | null {
  const text = query.get("folder") ?? "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

function Sending({ state }: { state: Extract<UploadState, { status: "sending" }> }) {
  const { name, sent, total } = state;
  return (
    <ImportProgress
      title={sent < total ? "Enviando" : "Recibido, un momento"}
      name={formatSourceName({ fileName: name })}
      done={sent}
      total={total}
      figures={`${formatBytes(sent)} de ${formatBytes(total)}`}
      onCancel={() => {
        cancelUpload();
        focusPageTitle();
      }}
    />
  );
}

type OneImportProps = { id: string; folderId: number | null; onAgain: () => void };

function OneImport({ id, folderId, onAgain }: OneImportProps) {
  const queryClient = useQueryClient();
  const query = useQuery(importQuery(id));
  const { data, error, isPending } = query;
  const working = data !== undefined && isWorking(data.status);
  useEffect(() => {
    if (working) watchImport(queryClient, id);
  }, [working, queryClient, id]);

  if (data) return <ImportView one={data} folderId={folderId} silent={error !== null} onAgain={onAgain} />;
  if (isPending) return <ImportSkeleton />;
  if (isNotFound(error)) return <NoSuchImport onAgain={onAgain} />;
  return <ErrorState title="No se pudo cargar la importación" {...failureOf(query)} />;
}

type ImportViewProps = Omit<OneImportProps, "id"> & { one: CardImport; silent: boolean };

const titles = { reading: "Leyendo", running: "Importando", undoing: "Deshaciendo" };

function ImportView({ one, folderId, silent, onAgain }: ImportViewProps) {
  const cancel = useCancelImport();
  switch (one.status) {
    case "ready":
      return (
        one.preview && <ImportPreview ready={one} preview={one.preview} folderId={folderId} onCancelled={onAgain} />
      );
    case "done":
      return one.result && <ImportDone done={one} result={one.result} folderId={folderId} onAgain={onAgain} />;
    case "undone":
      return <ImportUndone result={one.result} onAgain={onAgain} />;
    case "failed":
    case "cancelled":
      return <ImportFailed failed={one} onAgain={onAgain} />;
    default:
      return (
        <ImportProgress
          title={titles[one.status]}
          name={formatSourceName(one)}
          {...one.progress}
          silent={silent}
          note="Puedes seguir usando Repasa: te avisamos cuando termine."
          onCancel={one.status === "undoing" ? undefined : () => cancel.mutate(one.id)}
          cancelling={cancel.isPending || cancel.isSuccess}
        />
      );
  }
}

function NoSuchImport({ onAgain }: Pick<OneImportProps, "onAgain">) {
  return (
    <EmptyState
      icon={<FileX />}
      title="Esta importación ya no existe"
      text="Puede que sea antigua o que el enlace esté mal escrito."
      action={<Button onClick={onAgain}>Importar cartas</Button>}
    />
  );
}

function ImportSkeleton() {
  return <SkeletonGroup shapes={["h-44 rounded-card"]} />;
}
