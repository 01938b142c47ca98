import { ways } from "#features/stats/stats.ways.ts";
import { Link } from "#ui/link.tsx";

/** Above the folders of Home on phones. On wide screens the sidebar has the same links. */
export function MoreWays() {
  return (
    <nav aria-label="Más" className="surface-card mb-3 overflow-hidden md:hidden">
      <ul className="-mr-px flex flex-wrap">
        {ways.map(({ href, label, Icon }) => (
          <li key={href} className="grid grow border-line border-r">
            <Link
              href={href}
              className="-outline-offset-2 flex min-h-12 items-center justify-center gap-1.5 px-2 font-semibold text-ink-soft text-sm hover:bg-sunken hover:text-ink"
            >
              <Icon aria-hidden className="size-4.5 shrink-0" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
