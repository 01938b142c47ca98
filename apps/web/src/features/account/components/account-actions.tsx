import type { User } from "@repasa/contract/auth.ts";
import { ChevronRight, FileText, LifeBuoy, LogOut, type LucideIcon, ShieldCheck, Star, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useDeleteAccount, useLogout } from "#features/account/use-departure.ts";
import { useUser } from "#features/session/use-session.ts";
import { paths } from "#paths.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { cx } from "#ui/cx.ts";
import { Link } from "#ui/link.tsx";

const RatingDialog = lazy(async () => ({
  default: (await import("#features/feedback/components/rating-dialog.tsx")).RatingDialog,
}));

type Shown = "none" | "rating" | "logout" | "delete";

export function AccountActions() {
  const [shown, setShown] = useState<Shown>("none");
  const [rated, setRated] = useState(false);
  const logout = useLogout();
  const remove = useDeleteAccount();
  const opener = (dialog: Shown) => (open: boolean) => setShown(open ? dialog : "none");
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
        <Way Icon={LifeBuoy} label="Soporte" href={paths.support()} />
        <Way Icon={ShieldCheck} label="Política de privacidad" href={paths.privacyPolicy()} />
        <Way Icon={FileText} label="Términos de uso" href={paths.termsOfService()} />
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
        description="Tus cartas y tu progreso quedan guardados. Te esperamos."
        confirmLabel="Cerrar sesión"
        danger={false}
        pending={logout.isPending}
        onConfirm={() => logout.mutate()}
      />
      <ConfirmDialog
        open={shown === "delete"}
        onOpenChange={(open) => remove.isPending || opener("delete")(open)}
        title="¿Excluir cuenta?"
        description={`Se eliminarán tu cuenta, tus carpetas, tus cartas y todo tu progreso.${endingOf(useUser())} No se puede deshacer.`}
        confirmLabel="Excluir cuenta"
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}

/** What becomes of what somebody pays for. */
function endingOf({ subscription, statusMobile }: User): string {
  const web = ["free", "canceled", "incomplete_expired"].includes(subscription)
    ? ""
    : " Tu suscripción se cancelará al momento y no se te volverá a cobrar.";
  const mobile = statusMobile === "active" ? " La que compraste en la aplicación móvil se cancela en su tienda." : "";
  return web + mobile;
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

type WayProps = { Icon: LucideIcon; label: string; href: string };

function Way({ Icon, label, href }: WayProps) {
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
