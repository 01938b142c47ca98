import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "#ui/cx.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { useDialogFocus } from "#ui/use-dialog-focus.ts";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string | undefined;
  children: ReactNode;
  size?: "sm" | "md" | "lg";
};

const widths = { sm: "md:max-w-sm", md: "md:max-w-lg", lg: "md:max-w-2xl" };

/** A sheet from below on phones. */
export function Dialog({ open, onOpenChange, title, description, children, size = "md" }: DialogProps) {
  const focus = useDialogFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim open={open} />
        <Radix.Content
          {...focus}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={sheetLook(widths[size])}
        >
          <SheetHandle />
          <header className="flex items-start gap-3 px-5 pt-4 pb-3 md:px-6 md:pt-5">
            <div className="min-w-0 flex-1 pt-1.5">
              <Radix.Title className="text-lg">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-ink-soft">{description}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton label="Cerrar" icon={<X />} className="-mr-2" />
            </Radix.Close>
          </header>
          <div className="safe-bottom min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5 md:px-6 md:pb-6">
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div
      className={cx(
        "-mx-1 sticky bottom-0 mt-5 flex flex-col-reverse gap-2 bg-raised px-1 pt-1 md:flex-row md:justify-end",
        // Covers what scrolls past in the padding below.
        "after:absolute after:inset-x-0 after:top-full after:h-[max(1.25rem,env(safe-area-inset-bottom))] after:bg-raised",
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
      className="scrim pointer-events-auto fixed inset-0 z-40 bg-scrim"
    />
  );
}

export function SheetHandle() {
  return <div aria-hidden className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line-strong/50 md:hidden" />;
}

export function sheetLook(width: string): string {
  return cx(
    "sheet fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-card border border-card-line bg-raised shadow-soft",
    "md:inset-0 md:m-auto md:h-fit md:max-h-[86dvh] md:w-[calc(100%-3rem)] md:rounded-card",
    width,
  );
}
