import { paths } from "#paths.ts";
import { cx } from "#ui/cx.ts";
import { Link } from "#ui/link.tsx";
import { Logo } from "#ui/logo.tsx";

export function HomeLink({ className }: { className: string }) {
  return (
    <Link
      href={paths.home()}
      aria-label="Repasa, inicio"
      className={cx("min-h-11 items-center rounded-control px-2", className)}
    >
      <Logo />
    </Link>
  );
}
