import { House, Layers, type LucideIcon, Settings, ShoppingBag } from "lucide-react";
import { paths } from "#paths.ts";

type NavItem = { href: string; label: string; Icon: LucideIcon; isCurrent: (path: string) => boolean };

const within = (base: string) => (path: string) => path === base || path.startsWith(`${base}/`);

export const navItems: readonly NavItem[] = [
  {
    href: paths.home(),
    label: "Inicio",
    Icon: House,
    isCurrent: (path) =>
      [paths.home(), paths.dashboard()].includes(path) ||
      [paths.progress(), paths.pendingReviews()].some((base) => within(base)(path)),
  },
  {
    href: paths.folders(),
    label: "Carpetas",
    Icon: Layers,
    isCurrent: (path) =>
      [paths.folders(), paths.exams(), paths.import(), paths.card("")].some((base) => path.startsWith(base)),
  },
  { href: paths.store(), label: "Tienda", Icon: ShoppingBag, isCurrent: within(paths.store()) },
  {
    href: paths.settings(),
    label: "Ajustes",
    Icon: Settings,
    isCurrent: (path) => [paths.settings(), paths.classes()].some((base) => within(base)(path)),
  },
];

/** Returns whether the second group of the sidebar has a link to the screen of this path. */
export const isAmongWays = (path: string): boolean =>
  [paths.progress(), paths.exams(), paths.import()].some((base) => within(base)(path));
