import { paths } from "#paths.ts";
import { navItems } from "#shell/nav-items.ts";
import { cx } from "#ui/cx.ts";
import { Link } from "#ui/link.tsx";
import { Logo } from "#ui/logo.tsx";

type SidebarProps = {
  path: string;
  /** Hides the sidebar on wide screens of little height, which leave no room for it. */
  givesWay: boolean;
};

export function Sidebar({ path, givesWay }: SidebarProps) {
  return (
    <header
      className={cx(
        "fixed inset-y-0 left-0 hidden w-(--sidebar-width) flex-col gap-6 border-line border-r bg-surface px-4 py-6",
        givesWay ? "upright:md:flex" : "md:flex",
      )}
    >
      <Link
        href={paths.home()}
        replace
        aria-label="Repasa, inicio"
        className="flex min-h-11 items-center self-start rounded-control px-2"
      >
        <Logo />
      </Link>
      <nav aria-label="Principal">
        <ul className="flex flex-col gap-1">
          {navItems.map(({ href, label, Icon, isCurrent }) => {
            const current = isCurrent(path);
            return (
              <li key={href}>
                <Link
                  href={href}
                  replace
                  aria-current={current ? "page" : undefined}
                  className={cx(
                    "flex min-h-11 items-center gap-3 rounded-control px-3 font-semibold transition-colors duration-100",
                    current ? "bg-brand-soft text-brand-ink" : "text-ink-soft hover:bg-sunken hover:text-ink",
                  )}
                >
                  <Icon aria-hidden className="size-5" />
                  {label}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
    </header>
  );
}
