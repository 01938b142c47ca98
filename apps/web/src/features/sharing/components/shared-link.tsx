import type { Share } from "@repasa/contract/sharing.ts";
import { Unlink } from "lucide-react";
import { useState } from "react";
import { useUser } from "#features/session/use-session.ts";
import { EndShareDialog } from "#features/sharing/components/end-share-dialog.tsx";
import { LinkQrCode } from "#features/sharing/components/link-qr-code.tsx";
import { NameSwitch } from "#features/sharing/components/name-switch.tsx";
import { useShowName } from "#features/sharing/sharing.api.ts";
import { describeFollowers } from "#features/sharing/sharing.wording.ts";
import { Button } from "#ui/button.tsx";
import { HandOnButtons } from "#ui/hand-on-buttons.tsx";
import { TextField } from "#ui/text-field.tsx";

type SharedLinkProps = { share: Share; folderName: string; onEnded: () => void };

/** One link: how to hand it on, what it shows, how many follow it, and its end. */
export function SharedLink({ share, folderName, onEnded }: SharedLinkProps) {
  const { firstName } = useUser();
  const showName = useShowName();
  const [ending, setEnding] = useState(false);
  const shown = showName.isPending ? showName.variables.showName : share.showName;
  return (
    <div className="grid gap-4">
      <LinkQrCode url={share.url} />
      <Address url={share.url} title={folderName} />
      <NameSwitch
        firstName={firstName}
        checked={shown}
        onCheckedChange={(next) => showName.mutate({ id: share.id, showName: next })}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="tabular text-ink-soft">{describeFollowers(share.followers)}</p>
        <Button
          variant="ghost"
          size="sm"
          icon={<Unlink aria-hidden />}
          onClick={() => setEnding(true)}
          className="-mx-3"
        >
          Terminar el enlace
        </Button>
      </div>
      <EndShareDialog open={ending} onOpenChange={setEnding} subject={share} onDeleted={onEnded} />
    </div>
  );
}

function Address({ url, title }: { url: string; title: string }) {
  return (
    <div className="grid gap-2">
      <TextField
        label="Enlace"
        labelHidden
        readOnly
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
        className="text-ellipsis"
      />
      <HandOnButtons handedOn={{ title, url }} noun="enlace" announcement="Enlace copiado" />
    </div>
  );
}
