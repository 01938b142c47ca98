import * as Radix from "radix-ui/alert-dialog";
import { Button } from "#ui/button.tsx";
import { type OpenState, Scrim, SheetTop, sheetLook } from "#ui/dialog.tsx";
import { useBackCloses } from "#ui/use-back-closes.ts";
import { useDialogFocus } from "#ui/use-dialog-focus.ts";

export type ConfirmDialogProps = OpenState & {
  title: string;
  description: string;
  confirmLabel: string;
  cancelLabel?: string;
  /** The caller closes the dialog afterwards. */
  onConfirm: () => void;
  pending?: boolean;
  danger?: boolean;
};

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = "Cancelar",
  onConfirm,
  pending = false,
  danger = true,
}: ConfirmDialogProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useDialogFocus();
  useBackCloses(open, () => onOpenChange(false));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim open={open} />
        <Radix.Content
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={onCloseAutoFocus}
          className={sheetLook("md:max-w-md")}
        >
          <SheetTop onClose={() => onOpenChange(false)}>
            <Radix.Title className="px-5 pt-5 text-lg md:px-6 md:pt-6">{title}</Radix.Title>
          </SheetTop>
          <div className="safe-bottom overflow-y-auto px-5 md:px-6">
            <Radix.Description className="mt-2 text-ink-soft">{description}</Radix.Description>
            <div className="mt-6 flex flex-col-reverse gap-2 md:flex-row md:justify-end">
              <Radix.Cancel asChild>
                <Button variant="outline">{cancelLabel}</Button>
              </Radix.Cancel>
              <Button variant={danger ? "danger" : "primary"} loading={pending} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
