import { navItems } from "#shell/nav-items.ts";
import { cx } from "#ui/cx.ts";
import { Link } from "#ui/link.tsx";

/** Gives way to a screen with an element marked `data-undisturbed`, which has its own way out. */
export function BottomBar({ path }: { path: string }) {
  return (
    <nav
      aria-label="Principal"
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] peer-has-data-undisturbed:hidden md:hidden"
    >
      <ul className="mx-auto grid h-(--nav-height) max-w-md grid-cols-4">
        {navItems.map(({ href, label, Icon, isCurrent }) => {
          const current = isCurrent(path);
          return (
            <li key={href} className="grid">
              <Link
                href={href}
                replace
                aria-current={current ? "page" : undefined}
                className={cx(
                  "flex flex-col items-center justify-center gap-0.5 rounded-control font-semibold text-[min(0.8125rem,5vw)]/[1.385] -outline-offset-2",
                  current ? "text-brand-ink" : "text-ink-soft",
                )}
              >
                <span className={cx("grid h-7 w-14 place-items-center rounded-full", current && "bg-brand-soft")}>
                  <Icon aria-hidden className="size-5" />
                </span>
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
