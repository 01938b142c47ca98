import { LoaderCircle } from "lucide-react";
import { cx } from "#ui/cx.ts";

type SpinnerProps = {
  text?: string;
  /** Fills the page and appears with a delay, so that a quick load does not flicker. */
  page?: boolean;
};

export function Spinner({ text = "Cargando...", page = false }: SpinnerProps) {
  return (
    <div
      role="status"
      className={cx(
        "flex items-center justify-center gap-3 text-ink-soft",
        page && "late-in min-h-[60dvh] flex-col text-base",
      )}
    >
      <LoaderCircle
        aria-hidden
        className={cx("animate-spin text-brand", page ? "size-8" : "size-5")}
        strokeWidth={2.25}
      />
      <span>{text}</span>
    </div>
  );
}
