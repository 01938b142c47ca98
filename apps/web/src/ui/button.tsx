import { LoaderCircle } from "lucide-react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cx } from "#ui/cx.ts";

export type ButtonVariant = "primary" | "outline" | "ghost" | "danger";
type ButtonSize = "sm" | "md" | "lg";
export type ButtonLook = {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  full?: boolean | undefined;
};

const variants: Record<ButtonVariant, string> = {
  primary: "bg-brand text-on-brand hover:bg-brand-hover",
  outline: "border border-line-strong/60 bg-surface text-ink hover:border-line-strong hover:bg-sunken",
  ghost: "text-brand-ink hover:bg-brand-soft",
  danger: "bg-danger text-on-danger hover:bg-danger-hover",
};

const sizes: Record<ButtonSize, string> = {
  sm: "min-h-9 pointer-coarse:min-h-11 px-3 text-sm gap-1.5 [&_svg]:size-4",
  md: "min-h-11 px-4 text-base gap-2 [&_svg]:size-[1.125rem]",
  lg: "min-h-13 px-6 text-input gap-2 [&_svg]:size-5",
};

export function buttonLook({ variant = "primary", size = "md", full = false }: ButtonLook): string {
  return cx(
    "relative inline-flex select-none items-center justify-center rounded-control py-1.5 text-center font-semibold",
    "transition-[background-color,border-color,scale,opacity] duration-100 active:scale-[0.985]",
    "disabled:cursor-not-allowed disabled:opacity-50 disabled:active:scale-100 [&_svg]:shrink-0",
    "contrast-more:border contrast-more:border-current forced-colors:border",
    variants[variant],
    sizes[size],
    full && "w-full",
  );
}

export type ButtonProps = ComponentProps<"button"> &
  ButtonLook & {
    /** Shows a spinner, keeps the width and the focus, and ignores clicks. */
    loading?: boolean | undefined;
    icon?: ReactNode;
  };

export function Button({
  variant,
  size,
  full,
  loading = false,
  icon,
  type = "button",
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      {...rest}
      type={type}
      onClick={click}
      className={cx(buttonLook({ variant, size, full }), className)}
    >
      <span className={cx("inline-flex items-center justify-center gap-[inherit]", loading && "opacity-0")}>
        {icon}
        {children}
      </span>
      {loading && (
        <span aria-hidden className="absolute inset-0 grid place-items-center">
          <LoaderCircle className="animate-spin" strokeWidth={2.5} />
        </span>
      )}
    </button>
  );
}
