import type { ComponentProps, ReactNode } from "react";
import { cx } from "#ui/cx.ts";

export type IconButtonProps = Omit<ComponentProps<"button">, "aria-label" | "children"> & {
  label: string;
  icon: ReactNode;
  tone?: "plain" | "danger";
};

/** Wrap it in `Tooltip` if the icon is not self-explanatory. */
export function IconButton({ label, icon, tone = "plain", type = "button", className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={cx(
        "inline-grid size-11 shrink-0 place-items-center rounded-control text-ink-soft transition-colors duration-100",
        "disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:size-5",
        tone === "danger" ? "hover:bg-hard-soft hover:text-hard" : "hover:bg-sunken hover:text-ink",
        className,
      )}
    >
      {icon}
    </button>
  );
}
