import type { HTMLAttributes } from "react";
import { cx } from "#ui/cx.ts";

type SurfaceProps = HTMLAttributes<HTMLElement> & {
  as?: "div" | "section" | "article" | "li";
  padding?: "none" | "md" | "lg";
};

const paddings = { none: "", md: "p-4 md:p-5", lg: "p-5 md:p-8" };

/** The card that content lies on. */
export function Surface({ as: Element = "div", padding = "md", className, ...rest }: SurfaceProps) {
  return <Element {...rest} className={cx("surface-card", paddings[padding], className)} />;
}
