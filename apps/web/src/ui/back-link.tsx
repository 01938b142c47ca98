import { ChevronLeft } from "lucide-react";
import type { MouseEvent } from "react";
import { Link } from "#ui/link.tsx";

type BackLinkProps = { href: string; onClick?: ((event: MouseEvent) => void) | undefined };

export function BackLink({ href, onClick }: BackLinkProps) {
  return (
    <Link
      href={href}
      onClick={onClick}
      aria-label="Volver"
      className="-ml-2.5 inline-grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink"
    >
      <ChevronLeft aria-hidden className="size-6" />
    </Link>
  );
}
