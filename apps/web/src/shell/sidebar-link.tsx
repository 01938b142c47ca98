import type { LucideIcon } from "lucide-react";
import { cx } from "#ui/cx.ts";
import { Link } from "#ui/link.tsx";

type SidebarLinkProps = { href: string; label: string; Icon: LucideIcon; current: boolean };

export function SidebarLink({ href, label, Icon, current }: SidebarLinkProps) {
  return (
    <li>
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
}
