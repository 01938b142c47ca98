import type { Folder } from "@repasa/contract/folders.ts";
import { useQuery } from "@tanstack/react-query";
import { LinkIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useUser } from "#features/session/use-session.ts";
import { NameSwitch } from "#features/sharing/components/name-switch.tsx";
import { ShareRefusal } from "#features/sharing/components/share-refusal.tsx";
import { SharedLink } from "#features/sharing/components/shared-link.tsx";
import { folderSharesQuery, useCreateShare } from "#features/sharing/sharing.api.ts";
import { failureOf } from "#lib/query-failure.ts";
import { shortenText } from "#lib/shorten-text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { SkeletonGroup } from "#ui/skeleton.tsx";

type ShareDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; folder: Pick<Folder, "id" | "name"> };

/** The links to a folder: nearly always one, or none yet. */
export function ShareDialog({ open, onOpenChange, folder }: ShareDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Compartir «${shortenText(folder.name, 60)}»`}>
      <Links folder={folder} />
    </Dialog>
  );
}

function Links({ folder }: Pick<ShareDialogProps, "folder">) {
  const query = useQuery(folderSharesQuery(folder.id));
  const [hasEnded, setHasEnded] = useState(false);
  const { data: shares, isPending } = query;
  if (isPending) return <LinksSkeleton />;
  if (!shares) {
    return (
      <LoadFailure
        title="No se pudieron cargar los enlaces"
        offline="Para compartir hace falta conexión."
        {...failureOf(query)}
      />
    );
  }
  if (shares.length === 0) return <NewLink folderId={folder.id} takesFocus={hasEnded} />;
  return (
    <ul aria-label="Enlaces a esta carpeta" className="divide-y divide-line pb-2">
      {shares.map((share) => (
        <li key={share.id} className="py-4 first:pt-0 last:pb-0">
          <SharedLink share={share} folderName={folder.name} onEnded={() => setHasEnded(true)} />
        </li>
      ))}
    </ul>
  );
}

function LinksSkeleton() {
  return <SkeletonGroup className="grid justify-items-center gap-4 pb-4" shapes={["size-44", "h-12 w-full"]} />;
}

type NewLinkProps = {
  folderId: number;
  /** True if the form replaces a link, whose buttons had the focus. */
  takesFocus: boolean;
};

function NewLink({ folderId, takesFocus }: NewLinkProps) {
  const { firstName } = useUser();
  const [showName, setShowName] = useState(false);
  const create = useCreateShare(folderId);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    // The question about the end gives the focus back a moment after it is gone.
    const timer = setTimeout(() => button.current?.focus());
    return () => clearTimeout(timer);
  }, [takesFocus]);
  return (
    <div className="grid gap-4 pb-2">
      <p className="text-ink-soft">
        Quien tenga el enlace ve las cartas y puede añadirlas a sus carpetas, con lo que cambies después. No ve tus
        repasos ni tu correo.
      </p>
      <NameSwitch firstName={firstName} checked={showName} onCheckedChange={setShowName} />
      {create.error && <ShareRefusal error={create.error} />}
      <Button
        icon={<LinkIcon aria-hidden />}
        full
        ref={button}
        loading={create.isPending}
        onClick={() => create.mutate(showName && firstName !== null)}
      >
        Crear enlace
      </Button>
    </div>
  );
}
