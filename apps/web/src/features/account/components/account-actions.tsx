import { ChevronRight, FileText, LifeBuoy, LogOut, type LucideIcon, ShieldCheck, Star, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { UnsentEditsError, useSignOut } from "#features/account/use-sign-out.ts";
import { useOutboxStatus } from "#features/device/use-outbox.ts";
import { useUser } from "#features/session/use-session.ts";
import { lazyPart } from "#lib/lazy-part.ts";
import { counted } from "#lib/plural.ts";
import { useRefusedCount } from "#lib/refused-count.ts";
import { paths } from "#paths.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { cx } from "#ui/cx.ts";
import { Link } from "#ui/link.tsx";
import { useLateDialog } from "#ui/use-late-dialog.ts";

const RatingDialog = lazyPart(
  async () => (await import("#features/feedback/components/rating-dialog.tsx")).RatingDialog,
);

const loadDeleteAccountDialog = async () =>
  (await import("#features/account/components/delete-account-dialog.tsx")).DeleteAccountDialog;

type Shown = "none" | "rating" | "logout" | "unsent" | "delete";

export function AccountActions() {
  const [shown, setShown] = useState<Shown>("none");
  const [rated, setRated] = useState(false);
  const logout = useSignOut();
  const { id } = useUser();
  const { waiting } = useOutboxStatus(id);
  const refused = useRefusedCount(id);
  const signOut = (losesUnsent: boolean) =>
    logout.mutate({ losesUnsent }, { onError: (error) => error instanceof UnsentEditsError && setShown("unsent") });
  const opener = (dialog: Shown) => (open: boolean) => setShown(open ? dialog : "none");
  const DeleteAccountDialog = useLateDialog(shown === "delete", loadDeleteAccountDialog, () => setShown("none"));
  return (
    <>
      <ul className="surface-card divide-y divide-line overflow-hidden">
        <Action
          Icon={Star}
          label="Valorar la aplicación"
          onClick={() => {
            setRated(true);
            setShown("rating");
          }}
        />
        <ActionLink Icon={LifeBuoy} label="Soporte" href={paths.support()} />
        <ActionLink Icon={ShieldCheck} label="Política de privacidad" href={paths.privacyPolicy()} />
        <ActionLink Icon={FileText} label="Términos de uso" href={paths.termsOfService()} />
        <Action Icon={LogOut} label="Cerrar sesión" onClick={() => setShown("logout")} />
        <Action Icon={Trash2} label="Excluir cuenta" danger onClick={() => setShown("delete")} />
      </ul>
      {rated && (
        <Suspense>
          <RatingDialog open={shown === "rating"} onOpenChange={opener("rating")} />
        </Suspense>
      )}
      <ConfirmDialog
        open={shown === "logout"}
        onOpenChange={(open) => logout.isPending || opener("logout")(open)}
        title="¿Cerrar sesión?"
        description={`Tus cartas y tu progreso quedan guardados. ${waiting > 0 ? `Antes se envía lo que espera en este dispositivo: ${counted(waiting, "cambio", "cambios")}. ` : ""}Te esperamos.`}
        confirmLabel="Cerrar sesión"
        danger={false}
        pending={logout.isPending}
        onConfirm={() => signOut(false)}
      />
      <ConfirmDialog
        open={shown === "unsent"}
        onOpenChange={(open) => logout.isPending || opener("unsent")(open)}
        title="Quedan cambios por enviar"
        description={describeLoss(waiting, refused)}
        confirmLabel="Cerrar sesión y perderlos"
        pending={logout.isPending}
        onConfirm={() => signOut(true)}
      />
      {DeleteAccountDialog && <DeleteAccountDialog open={shown === "delete"} onOpenChange={opener("delete")} />}
    </>
  );
}

/** Says what signing out now would lose: what waits to be sent, and what the server has refused. */
function describeLoss(waiting: number, refused: number): string {
  const changes = (count: number) => counted(count, "cambio", "cambios");
  const unsent = `se pierde lo que este dispositivo no ha podido enviar: ${changes(waiting)}. Con conexión se envían solos.`;
  const unsaved = `se pierde lo que no se pudo guardar: ${changes(refused)}, que en Ajustes puedes copiar o intentar de nuevo.`;
  if (refused === 0) return `Si cierras la sesión ahora, ${unsent}`;
  return `Si cierras la sesión ahora, ${waiting > 0 ? `${unsent} También ` : ""}${unsaved}`;
}

const line =
  "-outline-offset-2 flex min-h-13 w-full items-center gap-3 px-4 text-left font-semibold hover:bg-sunken md:px-5";

type ActionProps = { Icon: LucideIcon; label: string; danger?: boolean; onClick: () => void };

function Action({ Icon, label, danger = false, onClick }: ActionProps) {
  return (
    <li>
      <button type="button" onClick={onClick} className={cx(line, danger && "text-danger")}>
        <Icon aria-hidden className={cx("size-5 shrink-0", !danger && "text-ink-soft")} />
        {label}
      </button>
    </li>
  );
}

type ActionLinkProps = { Icon: LucideIcon; label: string; href: string };

function ActionLink({ Icon, label, href }: ActionLinkProps) {
  return (
    <li>
      <Link href={href} className={line}>
        <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
        <span className="min-w-0 flex-1">{label}</span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
      </Link>
    </li>
  );
}
