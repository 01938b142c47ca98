import { type ReactNode, useEffect, useRef } from "react";
import { paths } from "#paths.ts";
import { Link } from "#ui/link.tsx";
import { Logo } from "#ui/logo.tsx";

type PublicShellProps = {
  title: string;
  subtitle?: ReactNode;
  children: ReactNode;
  /** Below the card, such as the link between login and registration. */
  footer?: ReactNode;
};

/** One card in the middle of the page, for forms that need no session. */
export function PublicShell({ title, subtitle, children, footer }: PublicShellProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    // The button that led here went with what it stood in: the focus goes on at the top of what took its place.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <main
      id="contenido"
      tabIndex={-1}
      className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-start px-4 pt-8 pb-10 md:justify-center md:pt-10"
    >
      <Link
        href={paths.home()}
        aria-label="Repasa, inicio"
        className="mb-7 flex min-h-11 items-center self-center rounded-control px-2"
      >
        <Logo />
      </Link>
      <div className="surface-card p-5 md:p-8">
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          {title}
        </h1>
        {subtitle && <p className="mt-1.5 text-ink-soft">{subtitle}</p>}
        <div className="mt-6">{children}</div>
      </div>
      {footer && <div className="mt-6 text-center text-ink-soft">{footer}</div>}
      <nav aria-label="Información" className="mt-6">
        <ul className="flex flex-wrap justify-center gap-x-4 text-ink-soft text-sm">
          {information.map(([href, name]) => (
            <li key={href}>
              <Link href={href} className="inline-flex min-h-11 items-center rounded-sm hover:text-ink hover:underline">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </main>
  );
}

const information = [
  [paths.support(), "Soporte"],
  [paths.privacyPolicy(), "Política de privacidad"],
  [paths.termsOfService(), "Términos de servicio"],
] as const;
