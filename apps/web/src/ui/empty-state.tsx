import type { ReactNode } from "react";

type EmptyStateProps = {
  icon: ReactNode;
  title: string;
  text?: string | undefined;
  action?: ReactNode;
  level?: 1 | 2 | 3;
};

export function EmptyState({ icon, title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center px-4 py-14 text-center">
      <div aria-hidden className="relative mb-6 grid size-18 place-items-center">
        <span className="absolute inset-y-1 right-1 left-3 rotate-10 rounded-card bg-brand-soft" />
        <span className="absolute inset-y-0 right-3 left-1 rounded-card border border-line bg-surface shadow-soft" />
        <span className="relative -left-1 text-brand-ink [&_svg]:size-7">{icon}</span>
      </div>
      <Heading tabIndex={level === 1 ? -1 : undefined} className="text-lg">
        {title}
      </Heading>
      {text && <p className="mt-2 text-balance text-ink-soft">{text}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
