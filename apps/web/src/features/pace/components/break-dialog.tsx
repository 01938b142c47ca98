import { MAX_DAYS_TO_BREAK_END } from "@repasa/contract/pace.forms.ts";
import { useAddBreak } from "#features/pace/pace.api.ts";
import { createBreakFields } from "#features/pace/pace.fields.ts";
import { useDraftKey } from "#features/session/use-draft-key.ts";
import { addDays } from "#lib/local-date.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextField } from "#ui/text-field.tsx";

type BreakDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; today: string };

export function BreakDialog({ open, onOpenChange, today }: BreakDialogProps) {
  const { mutateAsync } = useAddBreak();
  const allowed = { type: "date", min: today, max: addDays(today, MAX_DAYS_TO_BREAK_END) };
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Me voy unos días"
      description="Cuentan el primer y el último día, y puedes terminarla antes. Lo que venza se reparte entre los días siguientes."
      schema={createBreakFields(today)}
      initial={{ from: today, to: "" }}
      draftKey={useDraftKey("newBreak")}
      onSave={async (dates) => void (await mutateAsync(dates))}
      saveLabel="Guardar pausa"
    >
      {({ field }) => (
        <div className="grid gap-4 min-[26rem]:grid-cols-2">
          <TextField {...field("from")} {...allowed} label="Desde" />
          <TextField {...field("to")} {...allowed} label="Hasta" />
        </div>
      )}
    </FormDialog>
  );
}
