import { Play } from "lucide-react";
import { ButtonLink } from "#ui/button-link.tsx";
import { Tooltip } from "#ui/tooltip.tsx";

type StudyLinkProps = {
  href: string;
  text: string;
  describedBy: string;
  /** True if cards are pending; otherwise the link is less prominent. */
  urgent?: boolean;
};

/** The study link of a row: an icon, and its text if there is room. */
export function StudyLink({ href, text, describedBy, urgent = true }: StudyLinkProps) {
  return (
    <Tooltip label={text}>
      <ButtonLink
        href={href}
        variant="ghost"
        aria-describedby={describedBy}
        icon={<Play aria-hidden className={urgent ? "fill-current" : undefined} />}
        className="size-11 px-0!"
      >
        <span className="sr-only">{text}</span>
      </ButtonLink>
    </Tooltip>
  );
}
