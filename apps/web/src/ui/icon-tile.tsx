import type { ReactElement } from "react";
import { cx } from "#ui/cx.ts";

/** An icon on a tinted square, beside the text that it illustrates. */
export function IconTile({ icon, size = "size-11" }: { icon: ReactElement; size?: "size-10" | "size-11" }) {
  return (
    <span
      aria-hidden
      className={cx("grid shrink-0 place-items-center rounded-control bg-brand-soft text-brand-ink *:size-5", size)}
    >
      {icon}
    </span>
  );
}
