import { type ReactNode, useEffect } from "react";
import { announce } from "#ui/announcer.tsx";

type NoticeProps = {
  icon: ReactNode;
  children: string | readonly string[];
};

/** Replaces a form when there is nothing to fill in. Announced to screen readers. */
export function Notice({ icon, children }: NoticeProps) {
  const text = typeof children === "string" ? children : children.join("");
  useEffect(() => announce(text), [text]);
  return (
    <div className="flex items-start gap-3 rounded-control bg-brand-soft p-4">
      <span aria-hidden className="text-brand-ink [&_svg]:size-6">
        {icon}
      </span>
      <p className="min-w-0 [overflow-wrap:anywhere]">{text}</p>
    </div>
  );
}
