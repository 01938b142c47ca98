import type { User } from "@repasa/contract/auth.ts";
import { useDeleteAccountForm } from "#features/account/use-delete-account.ts";
import { useUser } from "#features/session/use-session.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogFooter } from "#ui/dialog.tsx";
import { PasswordField } from "#ui/password-field.tsx";

type DeleteAccountDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function DeleteAccountDialog({ open, onOpenChange }: DeleteAccountDialogProps) {
  const user = useUser();
  const { form, field, isPending } = useDeleteAccountForm();
  const changeOpen = (next: boolean) => isPending || onOpenChange(next);
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      title="¿Excluir cuenta?"
      description={`Se eliminarán tu cuenta, tus carpetas, tus cartas y todo tu progreso.${subscriptionText(user)} No se puede deshacer.`}
    >
      <form {...form} className="flex flex-col gap-5 pt-1">
        <PasswordField {...field("password")} label="Contraseña" autoComplete="current-password" />
        {/* For password managers. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <DialogFooter>
          <Button variant="outline" onClick={() => changeOpen(false)} disabled={isPending}>
            Cancelar
          </Button>
          <Button type="submit" variant="danger" loading={isPending}>
            Excluir cuenta
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function subscriptionText({ subscription, statusMobile }: User): string {
  const web = ["free", "canceled", "incomplete_expired"].includes(subscription)
    ? ""
    : " Tu suscripción se cancelará al momento y no se te volverá a cobrar.";
  const mobile = statusMobile === "active" ? " La que compraste en la aplicación móvil se cancela en su tienda." : "";
  return web + mobile;
}
