import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import { type ComponentProps, memo, type ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { onceOpened } from "#ui/once-opened.tsx";
import { useBackCloses } from "#ui/use-back-closes.ts";
import { useDialogFocus } from "#ui/use-dialog-focus.ts";
import { useSheetDrag } from "#ui/use-sheet-drag.ts";
import { useVisibleHeight } from "#ui/use-visible-height.ts";

export type OpenState = { open: boolean; onOpenChange: (open: boolean) => void };

export type DialogProps = OpenState & {
  title: string;
  description?: string | undefined;
  children: ReactNode;
  size?: "sm" | "md" | "lg" | "wide" | undefined;
  /** Hides the header where a phone's keyboard leaves little room. */
  forTyping?: boolean;
};

const widths = { sm: "md:max-w-sm", md: "md:max-w-lg", lg: "md:max-w-2xl", wide: "md:max-w-3xl xl:max-w-6xl" };

/** On phones it is a sheet at the bottom of the screen. */
export const Dialog = onceOpened(OpenedDialog);

function OpenedDialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  size = "md",
  forTyping = false,
}: DialogProps) {
  const focus = useDialogFocus();
  const { isShort, style } = useVisibleHeight();
  useBackCloses(open, () => onOpenChange(false));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim open={open} />
        <Radix.Content
          {...focus}
          onEscapeKeyDown={leaveToField}
          {...(description ? {} : { "aria-describedby": undefined })}
          data-short={forTyping && isShort ? "" : undefined}
          style={style}
          className={sheetLook(widths[size])}
        >
          <SheetTop onClose={() => onOpenChange(false)}>
            <header className="flex items-start gap-3 px-5 pt-4 pb-3 short:p-0 md:px-6 md:pt-5 short:md:p-0">
              <div className="min-w-0 flex-1 pt-1.5 short:p-0">
                <Radix.Title className="text-lg short:sr-only">{title}</Radix.Title>
                {description && (
                  <Radix.Description className="mt-1 text-ink-soft short:sr-only">{description}</Radix.Description>
                )}
              </div>
              <Radix.Close asChild>
                <IconButton label="Cerrar" icon={<X />} className="-mr-2 short:hidden" />
              </Radix.Close>
            </header>
          </SheetTop>
          <div
            className={cx(
              "safe-bottom min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 md:px-6",
              // A field that takes the focus is scrolled above the buttons.
              "has-[[data-dialog-footer]]:scroll-pb-24 has-[[data-dialog-footer]_[role=toolbar]]:scroll-pb-30",
              "short:px-3 short:pb-[max(0.5rem,env(safe-area-inset-bottom))]",
            )}
          >
            <Content open={open}>{children}</Content>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Does not re-render while the sheet closes: its subject may have been deleted, and the sheet would shrink. */
const Content = memo(
  ({ children }: Pick<DialogProps, "open" | "children">) => children,
  (_, { open }) => !open,
);

/** In a field with suggestions Escape clears the text instead of closing the dialog; Radix receives the key first. */
function leaveToField(event: KeyboardEvent): void {
  const { target } = event;
  if (target instanceof HTMLInputElement && target.role === "combobox" && target.value !== "") event.preventDefault();
}

/** The buttons of a dialog, in one row if the text size permits. They stay visible while the content scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div
      data-dialog-footer=""
      className={cx(
        "-mx-1 sticky bottom-0 mt-5 flex flex-wrap justify-end gap-2 bg-raised px-1 pt-1 short:mt-0 max-md:*:last:grow",
        // Covers the padding below, where scrolled content would be visible.
        "after:absolute after:inset-x-0 after:top-full after:h-[max(1.25rem,env(safe-area-inset-bottom))] after:bg-raised",
        "short:after:h-[max(0.5rem,env(safe-area-inset-bottom))]",
      )}
    >
      {children}
    </div>
  );
}

/**
 * Replaces Radix's overlay, whose scroll lock needs a style tag that the content security policy forbids; see app.css.
 */
export function Scrim({ open, ...rest }: ComponentProps<"div"> & { open: boolean }) {
  return (
    <div
      {...rest}
      data-scroll-lock=""
      data-state={open ? "open" : "closed"}
      className="scrim pointer-events-auto fixed inset-0 z-50 bg-scrim"
    />
  );
}

type SheetTopProps = { onClose: () => void; children: ReactNode };

/** The top of a sheet, with its handle. Dragging it down closes the sheet. */
export function SheetTop({ onClose, children }: SheetTopProps) {
  const drag = useSheetDrag(onClose);
  return (
    <div {...drag} className="shrink-0 max-md:touch-none max-md:select-none">
      <div aria-hidden className="mx-auto mt-2 h-1 w-9 rounded-full bg-line-strong/50 md:hidden" />
      {children}
    </div>
  );
}

export function sheetLook(width: string): string {
  return cx(
    "sheet fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-card border border-card-line bg-raised shadow-soft",
    "md:inset-0 md:m-auto md:h-fit md:max-h-[86dvh] md:w-[calc(100%-3rem)] md:rounded-card",
    width,
    "data-short:h-dvh data-short:max-h-dvh md:data-short:max-w-3xl",
  );
}
