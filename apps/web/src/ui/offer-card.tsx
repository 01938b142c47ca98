import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type OfferCardProps = {
  id: string;
  Icon: LucideIcon;
  title: string;
  /** The line below the title. */
  text: ReactNode;
  /** The choices. */
  children: ReactNode;
};

/** A card that offers something once, such as a reminder. */
export function OfferCard({ id, Icon, title, text, children }: OfferCardProps) {
  return (
    <section aria-labelledby={id} className="surface-card p-4 md:p-5">
      <div className="flex items-start gap-3">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
        <div className="min-w-0">
          <h2 id={id} className="text-balance text-base">
            {title}
          </h2>
          {text}
        </div>
      </div>
      {children}
    </section>
  );
}
