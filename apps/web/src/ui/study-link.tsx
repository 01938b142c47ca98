import { Play } from "lucide-react";
import { useId } from "react";
import { ButtonLink } from "#ui/button-link.tsx";
import { Tooltip } from "#ui/tooltip.tsx";

type StudyLinkProps = {
  href: string;
  text: string;
  describedBy: string;
  /** What is pending, such as "3 cartas", shown instead of the icon. */
  pending?: string | undefined;
};

/** The study link of a row: what is pending, or an icon. */
export function StudyLink({ href, text, describedBy, pending }: StudyLinkProps) {
  const pendingId = useId();
  return (
    <Tooltip label={text}>
      <ButtonLink
        href={href}
        variant="ghost"
        aria-describedby={pending ? `${describedBy} ${pendingId}` : describedBy}
        icon={!pending && <Play aria-hidden />}
        className={pending ? "group/pill px-0! py-1! text-sm" : "size-11 px-0!"}
      >
        <span className="sr-only">{text}</span>
        {pending && (
          <span
            aria-hidden
            id={pendingId}
            className="tabular whitespace-nowrap rounded-control bg-brand-soft px-3 py-2 group-hover/pill:bg-brand group-hover/pill:text-on-brand"
          >
            {pending}
          </span>
        )}
      </ButtonLink>
    </Tooltip>
  );
}
