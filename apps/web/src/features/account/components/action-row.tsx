import type { LucideIcon } from "lucide-react";
import { useLinkTarget } from "#lib/use-link-target.ts";

/** The look of a row that opens something, in a card of such rows. */
export const actionRow =
  "-outline-offset-2 flex min-h-13 w-full items-center gap-3 px-4 text-left font-semibold hover:bg-sunken md:px-5";

type ActionRowProps = { id: string; Icon: LucideIcon; label: string; onClick: () => void };

export function ActionRow({ id, Icon, label, onClick }: ActionRowProps) {
  return (
    <button ref={useLinkTarget(`#${id}`)} id={id} type="button" onClick={onClick} className={actionRow}>
      <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
      {label}
    </button>
  );
}
