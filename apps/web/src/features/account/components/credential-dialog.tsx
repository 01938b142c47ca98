import type { ReactNode } from "react";
import type * as z from "zod/mini";
import { type CredentialChange, useCredentialsForm } from "#features/account/account.credentials.ts";
import { Dialog } from "#ui/dialog.tsx";
import { DialogButtons } from "#ui/dialog-buttons.tsx";

type CredentialFormProps<S extends z.ZodMiniType> = {
  schema: S;
  change: CredentialChange<S> & { isPending: boolean };
  submitLabel: string;
  children: (field: ReturnType<typeof useCredentialsForm>["field"]) => ReactNode;
};

type CredentialDialogProps<S extends z.ZodMiniType> = CredentialFormProps<S> & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
};

/** Changes a credential of the account. Stays open while the request is pending and after a failure. */
export function CredentialDialog<S extends z.ZodMiniType>(props: CredentialDialogProps<S>) {
  const { open, onOpenChange, title, description, ...form } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => form.change.isPending || onOpenChange(next)}
      title={title}
      description={description}
    >
      <CredentialForm {...form} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function CredentialForm<S extends z.ZodMiniType>({
  schema,
  change,
  submitLabel,
  onClose,
  children,
}: CredentialFormProps<S> & { onClose: () => void }) {
  const { form, field } = useCredentialsForm(schema, change, onClose);
  return (
    <form {...form} className="flex flex-col gap-5 pt-1">
      {children(field)}
      <DialogButtons submitLabel={submitLabel} pending={change.isPending} onCancel={onClose} />
    </form>
  );
}
