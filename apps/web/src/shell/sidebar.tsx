import { useLateComponent } from "#lib/use-late-component.ts";
import { paths } from "#paths.ts";
import { isAmongWays, navItems } from "#shell/nav-items.ts";
import { SidebarLink } from "#shell/sidebar-link.tsx";
import { cx } from "#ui/cx.ts";
import { Link } from "#ui/link.tsx";
import { Logo } from "#ui/logo.tsx";

/** Loaded apart, because the first load of a session has no room for it. */
const loadWays = async () => (await import("#shell/sidebar-ways.tsx")).SidebarWays;

type SidebarProps = {
  path: string;
  /** Leaves only the icons until it is pointed at or focused, and nothing where the screen has little height. */
  givesWay: boolean;
};

export function Sidebar({ path, givesWay }: SidebarProps) {
  const SidebarWays = useLateComponent(!givesWay, loadWays);
  return (
    <header
      className={cx(
        "fixed inset-y-0 left-0 hidden w-(--sidebar-width) flex-col gap-6 overflow-y-auto border-line border-r bg-surface px-4 py-6",
        givesWay ? "sidebar-rail upright:md:flex" : "md:flex",
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
          {navItems.map(({ href, label, Icon, isCurrent }) => (
            <SidebarLink
              key={href}
              href={href}
              label={label}
              Icon={Icon}
              current={isCurrent(path) && !isAmongWays(path)}
            />
          ))}
        </ul>
      </nav>
      {SidebarWays && !givesWay && <SidebarWays path={path} />}
    </header>
  );
}
