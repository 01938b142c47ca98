import { ways } from "#features/stats/stats.ways.ts";
import { SidebarLink } from "#shell/sidebar-link.tsx";

/** The second group of the sidebar. */
export function SidebarWays({ path }: { path: string }) {
  return (
    <nav aria-label="Más">
      <ul className="flex flex-col gap-1 border-line border-t pt-6">
        {ways.map((way) => (
          <SidebarLink key={way.href} {...way} current={path === way.href || path.startsWith(`${way.href}/`)} />
        ))}
      </ul>
    </nav>
  );
}
