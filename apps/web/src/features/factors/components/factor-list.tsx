import type { Factors, Passkey } from "@repasa/contract/factors.ts";
import { KeyRound, LifeBuoy, type LucideIcon, Pencil, Smartphone } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useRemoveApp, useRemovePasskey } from "#features/factors/factors.api.ts";
import { timeAgo } from "#lib/relative-time.ts";
import { useNow } from "#lib/use-now.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { IconButton } from "#ui/icon-button.tsx";

const RECOVERY_CODES = 10;

/** In milliseconds: longer than a dialog takes to close, because it then returns the focus to its opener. */
const FOCUS_DELAY_MS = 250;

type FactorListProps = {
  factors: Factors;
  /** The id of the card's heading, which takes the focus when a line is removed. */
  heading: string;
  onRename: (passkey: Passkey) => void;
  onRenew: () => void;
  renewing: boolean;
};

export function FactorList({ factors, heading, onRename, onRenew, renewing }: FactorListProps) {
  const { passkeys, app, recoveryCodes } = factors;
  const now = useNow();
  const [removed, setRemoved] = useState<Passkey | "app" | null>(null);
  const [asking, setAsking] = useState<"removal" | "renewal" | null>(null);
  const askToRemove = (factor: Passkey | "app") => {
    setRemoved(factor);
    setAsking("removal");
  };
  const close = () => setAsking(null);
  const closeThen = (then: () => void) => {
    close();
    then();
  };
  const { removePasskey, removeApp, remove } = useRemoval(heading);
  if (recoveryCodes === null) return null;
  return (
    <>
      <ul aria-labelledby={heading} className="mt-2 divide-y divide-line">
        {passkeys.map((passkey) => (
          <Line key={passkey.id} Icon={KeyRound} title={passkey.name} detail={passkeyText(passkey, now)}>
            <IconButton
              label={`Cambiar el nombre de ${passkey.name}`}
              icon={<Pencil />}
              onClick={() => onRename(passkey)}
            />
            <RemoveButton
              what={`Quitar ${passkey.name}`}
              pending={removePasskey.isPending && removePasskey.variables.id === passkey.id}
              onClick={() => askToRemove(passkey)}
            />
          </Line>
        ))}
        {app && (
          <Line Icon={Smartphone} title="Aplicación de códigos" detail={`Activada ${timeAgo(app.since, now)}`}>
            <RemoveButton
              what="Quitar la aplicación de códigos"
              pending={removeApp.isPending}
              onClick={() => askToRemove("app")}
            />
          </Line>
        )}
        <Line Icon={LifeBuoy} title="Códigos de recuperación" detail={<CodesLeft count={recoveryCodes} />}>
          <Button variant="outline" size="sm" loading={renewing} onClick={() => setAsking("renewal")}>
            Crear nuevos
          </Button>
        </Line>
      </ul>
      <RemovalDialog
        factor={removed}
        isLast={passkeys.length + (app ? 1 : 0) === 1}
        open={asking === "removal"}
        onClose={close}
        onConfirm={() => closeThen(() => removed && remove(removed))}
      />
      <RenewalDialog open={asking === "renewal"} onClose={close} onConfirm={() => closeThen(onRenew)} />
    </>
  );
}

function useRemoval(heading: string) {
  // The line is removed, so the focus would be lost.
  const focusHeading = () => void setTimeout(() => document.getElementById(heading)?.focus(), FOCUS_DELAY_MS);
  const removePasskey = useRemovePasskey(focusHeading);
  const removeApp = useRemoveApp(focusHeading);
  const remove = (factor: Passkey | "app") => (factor === "app" ? removeApp.mutate() : removePasskey.mutate(factor));
  return { removePasskey, removeApp, remove };
}

type LineProps = { Icon: LucideIcon; title: string; detail: ReactNode; children: ReactNode };

function Line({ Icon, title, detail, children }: LineProps) {
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold [overflow-wrap:anywhere]">{title}</p>
        <p className="text-ink-soft text-sm">{detail}</p>
      </div>
      <div className="flex items-center gap-1">{children}</div>
    </li>
  );
}

function CodesLeft({ count }: { count: number }) {
  if (count === 0) return <span className="text-medium">No te queda ninguno</span>;
  return `${count === 1 ? "Te queda" : "Te quedan"} ${count} de ${RECOVERY_CODES}`;
}

function RemoveButton({ what, pending, onClick }: { what: string; pending: boolean; onClick: () => void }) {
  return (
    <Button variant="outline" size="sm" aria-label={what} loading={pending} onClick={onClick}>
      Quitar
    </Button>
  );
}

type RemovalDialogProps = {
  factor: Passkey | "app" | null;
  isLast: boolean;
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

function RemovalDialog({ factor, isLast, open, onClose, onConfirm }: RemovalDialogProps) {
  const isApp = factor === "app" || factor === null;
  const loss = isApp ? "Borra también la cuenta de Repasa en la aplicación." : "Ya no podrás entrar con ella.";
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={isApp ? "¿Quitar la aplicación de códigos?" : `¿Quitar la llave de acceso «${factor.name}»?`}
      description={[
        loss,
        isLast && "Tu cuenta quedará protegida solo por tu contraseña.",
        "Se cerrarán tus otras sesiones.",
      ]
        .filter(Boolean)
        .join(" ")}
      confirmLabel="Quitar"
      onConfirm={onConfirm}
    />
  );
}

type RenewalDialogProps = Pick<RemovalDialogProps, "open" | "onClose" | "onConfirm">;

function RenewalDialog({ open, onClose, onConfirm }: RenewalDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title="¿Crear códigos nuevos?"
      description="Los que guardaste antes dejarán de valer."
      confirmLabel="Crear códigos"
      danger={false}
      onConfirm={onConfirm}
    />
  );
}

function passkeyText({ createdAt, lastUsedAt }: Passkey, now: Date): string {
  const added = `Añadida ${timeAgo(createdAt, now)}`;
  return lastUsedAt ? `${added}, usada ${timeAgo(lastUsedAt, now)}` : added;
}
