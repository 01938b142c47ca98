import { type ReactNode, useEffect, useRef } from "react";

type PageCardProps = {
  title: string;
  subtitle?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** Set if the card replaces another one: its title then takes the focus. */
  replaces?: boolean;
};

export function PageCard({ title, subtitle, children, footer, replaces = false }: PageCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const lastTitle = useRef(replaces ? null : title);
  useEffect(() => {
    if (lastTitle.current === title) return;
    lastTitle.current = title;
    // The pressed button was unmounted, so the focus is lost.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <>
      <div className="surface-card p-5 md:p-8">
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          {title}
        </h1>
        {subtitle && <p className="mt-1.5 text-ink-soft">{subtitle}</p>}
        <div className="mt-6">{children}</div>
      </div>
      {footer && <div className="mt-6 text-center text-ink-soft">{footer}</div>}
    </>
  );
}
