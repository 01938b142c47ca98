import type { Member } from "@repasa/contract/classes.ts";
import { useUpdateMember } from "#features/classes/classes.api.ts";
import { memberFields } from "#features/classes/classes.fields.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextField } from "#ui/text-field.tsx";

type MemberNameDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  classId: number;
  member: Member;
};

export function MemberNameDialog({ open, onOpenChange, classId, member }: MemberNameDialogProps) {
  const update = useUpdateMember();
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Mi nombre en la clase"
      description={
        member.role === "teacher" ? "Lo ve toda la clase." : "Lo ve tu docente. El resto de la clase no te ve."
      }
      schema={memberFields}
      initial={{ name: member.name }}
      saveLabel="Guardar cambios"
      onSave={async ({ name }) => void (await update.mutateAsync({ classId, id: member.id, name }))}
    >
      {({ field }) => <TextField {...field("name")} label="Nombre" autoComplete="off" />}
    </FormDialog>
  );
}
