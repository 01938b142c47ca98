import type { ReactNode } from "react";
import { type ButtonLook, buttonLook } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Link, type LinkProps } from "#ui/link.tsx";

type ButtonLinkProps = LinkProps & ButtonLook & { icon?: ReactNode };

export function ButtonLink({ variant, size, full, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={cx(buttonLook({ variant, size, full }), className)}>
      {icon}
      {children}
    </Link>
  );
}
