import type { User } from "@repasa/contract/auth.ts";
import { useQuery } from "@tanstack/react-query";
import { deletionQuery } from "#features/account/account.api.ts";
import { useDeleteAccountForm } from "#features/account/use-delete-account.ts";
import { useUser } from "#features/session/use-session.ts";
import { Dialog } from "#ui/dialog.tsx";
import { DialogButtons } from "#ui/dialog-buttons.tsx";
import { PasswordField } from "#ui/password-field.tsx";

type DeleteAccountDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function DeleteAccountDialog({ open, onOpenChange }: DeleteAccountDialogProps) {
  const user = useUser();
  const { data: deletion } = useQuery(deletionQuery());
  const { form, field, isPending } = useDeleteAccountForm();
  const changeOpen = (next: boolean) => isPending || onOpenChange(next);
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      title="¿Excluir cuenta?"
      description={deletion?.waitsUntil ? describeDelayedDeletion(user, deletion.waitsUntil) : describeDeletion(user)}
    >
      <form {...form} className="flex flex-col gap-5 pt-1">
        <PasswordField {...field("password")} label="Contraseña" autoComplete="current-password" />
        {/* Lets password managers find the account. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <DialogButtons submitLabel="Excluir cuenta" pending={isPending} danger onCancel={() => changeOpen(false)} />
      </form>
    </Dialog>
  );
}

function describeDeletion(user: User): string {
  return `Se eliminarán tu cuenta, tus carpetas, tus cartas y todo tu progreso.${subscriptionText(user)} No se puede deshacer.`;
}

const longTime = new Intl.DateTimeFormat("es", { dateStyle: "long", timeStyle: "short" });

/** May promise that nothing is charged: a subscription that would renew before the deletion is cancelled at once. */
function describeDelayedDeletion(user: User, waitsUntil: string): string {
  const charges = subscriptionText(user) === "" ? "" : " No se te volverá a cobrar.";
  return (
    "Has cambiado de correo hace poco. Tu cuenta se cerrará ahora, y el " +
    `${longTime.format(new Date(waitsUntil))} se eliminará con tus carpetas, tus cartas y todo tu progreso. ` +
    `Hasta entonces se puede recuperar desde el correo anterior.${charges}`
  );
}

function subscriptionText({ subscription, statusMobile }: User): string {
  const web = ["free", "canceled", "incomplete_expired"].includes(subscription)
    ? ""
    : " Tu suscripción se cancelará al momento y no se te volverá a cobrar.";
  const mobile = statusMobile === "active" ? " La que compraste en la aplicación móvil se cancela en su tienda." : "";
  return web + mobile;
}
