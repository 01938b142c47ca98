import { type ReactNode, useId } from "react";
import { cx } from "#ui/cx.ts";
import { Link } from "#ui/link.tsx";

type LinkedRowProps = {
  /** Shown before the title. */
  face?: ReactNode;
  title: string;
  /** Shown beside the title if there is room. */
  aside?: ReactNode;
  level: 2 | 3;
  /** The link that covers the whole row. */
  link: { href: string; text: string };
  /** One line below the title. */
  children: ReactNode;
  /** Buttons at the end of the row. The title, whose id is passed, describes them. */
  controls?: ((titleId: string) => ReactNode) | undefined;
};

/**
 * A row of two lines that is one link, with buttons beside the link instead of inside it. A long title wraps instead of
 * being cut off, because names of folders often differ only at their end.
 */
export function LinkedRow({ face, title, aside, level, link, children, controls }: LinkedRowProps) {
  const titleId = useId();
  const Heading = `h${level}` as const;
  return (
    <article
      aria-labelledby={titleId}
      className={cx(
        "group/row surface-card relative flex h-full min-h-15 items-center gap-2 py-1.5 pr-1.5 transition-colors duration-100 hover:bg-sunken",
        face ? "pl-2.5" : "pl-4",
      )}
    >
      {face}
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-3">
          <Heading id={titleId} className="line-clamp-3 wrap-anywhere min-w-0 text-base" title={title}>
            {title}
          </Heading>
          {aside}
        </div>
        {children}
      </div>
      <Link href={link.href} aria-describedby={titleId} className="absolute inset-0 rounded-card">
        <span className="sr-only">{link.text}</span>
      </Link>
      {controls && <div className="relative flex shrink-0 items-center">{controls(titleId)}</div>}
    </article>
  );
}
