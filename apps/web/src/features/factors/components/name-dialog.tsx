import { MAX_PASSKEY_NAME_LENGTH, passkeyName } from "@repasa/contract/factors.forms.ts";
import type { Passkey } from "@repasa/contract/factors.ts";
import { useRenamePasskey } from "#features/factors/factors.api.ts";
import { useForm } from "#lib/use-form.ts";
import { Dialog } from "#ui/dialog.tsx";
import { DialogButtons } from "#ui/dialog-buttons.tsx";
import { TextField } from "#ui/text-field.tsx";

type NameDialogProps = { passkey: Passkey | null; onClose: () => void };

export function NameDialog({ passkey, onClose }: NameDialogProps) {
  return (
    <Dialog
      open={passkey !== null}
      onOpenChange={(next) => next || onClose()}
      title="Nombre de la llave de acceso"
      size="sm"
    >
      {passkey && <NameForm passkey={passkey} onClose={onClose} />}
    </Dialog>
  );
}

function NameForm({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useRenamePasskey();
  const { form, field } = useForm(passkeyName, async (values) => {
    await rename.mutateAsync({ id, name: values.name });
    onClose();
  });
  return (
    <form {...form} className="flex flex-col gap-5 pt-1">
      <TextField
        {...field("name")}
        label="Nombre"
        defaultValue={name}
        maxLength={MAX_PASSKEY_NAME_LENGTH}
        autoComplete="off"
      />
      <DialogButtons submitLabel="Guardar" pending={rename.isPending} onCancel={onClose} />
    </form>
  );
}
