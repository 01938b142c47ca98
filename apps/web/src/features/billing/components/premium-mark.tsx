import { Crown } from "lucide-react";
import { cx } from "#ui/cx.ts";

export function PremiumMark({ className }: { className?: string }) {
  return (
    <div aria-hidden className={cx("relative grid size-18 place-items-center", className)}>
      <span className="absolute inset-y-1 right-1 left-4 rotate-10 rounded-card bg-brand-soft" />
      <span className="absolute inset-y-0 right-4 left-1 -rotate-3 rounded-card bg-brand shadow-soft" />
      <Crown className="relative -left-1.5 size-8 text-on-brand" />
    </div>
  );
}
