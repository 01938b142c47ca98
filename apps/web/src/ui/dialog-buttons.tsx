import { Button } from "#ui/button.tsx";
import { DialogFooter } from "#ui/dialog.tsx";

type DialogButtonsProps = {
  submitLabel: string;
  /** True while what was submitted is under way. */
  pending: boolean;
  /** True if there is nothing to submit yet. */
  disabled?: boolean;
  danger?: boolean;
  onCancel: () => void;
};

/** The last row of a dialog's form: the button that cancels, and the one that submits. */
export function DialogButtons({ submitLabel, pending, disabled, danger = false, onCancel }: DialogButtonsProps) {
  return (
    <DialogFooter>
      <Button variant="outline" onClick={onCancel} disabled={pending}>
        Cancelar
      </Button>
      <Button type="submit" variant={danger ? "danger" : "primary"} disabled={disabled} loading={pending}>
        {submitLabel}
      </Button>
    </DialogFooter>
  );
}
