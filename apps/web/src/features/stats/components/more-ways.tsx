import { ways } from "#features/stats/stats.ways.ts";
import { Link } from "#ui/link.tsx";

/** At the end of Home on phones. On wide screens the sidebar has the same links. */
export function MoreWays() {
  return (
    <nav aria-label="Más" className="mt-6 md:hidden">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-2">
        {ways.map(({ href, label, Icon }) => (
          <li key={href} className="grid">
            <Link
              href={href}
              className="surface-card flex min-h-17 flex-col items-center justify-center gap-1 px-1 py-2 font-semibold text-ink-soft text-sm hover:text-ink"
            >
              <Icon aria-hidden className="size-5" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
