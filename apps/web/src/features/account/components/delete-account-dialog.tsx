import { useQuery } from "@tanstack/react-query";
import { deletionQuery } from "#features/account/account.api.ts";
import { describeDeletion } from "#features/account/account.deletion.ts";
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
      description={describeDeletion(user, deletion?.waitsUntil ?? null)}
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
